"""Scoring: what happened in the stages of a tour -> who stands where, and why.

Values in, values out: no Django, no database, no clock. The caller brings the results of the ended
stages (`result.StageResult`), the start list and a scheme; `standings.standings` gives every
classification back.
"""
