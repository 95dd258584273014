plangrade_fuzz(csv_fuzz LIBS plangrade_text SEEDS fixtures/seeds/csv_fuzz)
plangrade_fuzz(json_fuzz LIBS plangrade_text SEEDS fixtures/seeds/json_fuzz)
plangrade_fuzz(report_fuzz LIBS plangrade_text SEEDS fixtures/seeds/report_fuzz)
