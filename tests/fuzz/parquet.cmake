plangrade_fuzz(parquet_fuzz LIBS plangrade_parquet SEEDS fixtures/seeds/parquet_fuzz)
