"""What holds for the repository as a whole: imports, citations of clauses, what the documents say."""
