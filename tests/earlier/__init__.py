"""What the version before wrote, kept as it was: a database, tour files, a scheme, and the
standings it gave. What is written today is read from them and has to come to the same.
"""
