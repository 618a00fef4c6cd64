"""Scoring: results of stages -> standings, and the reasons for them.

Values in, values out: no Django, no database, no clock. The caller brings the results of the ended
stages (`result.StageResult`), the start list and a scheme; `standings.standings` returns every
classification.
"""
