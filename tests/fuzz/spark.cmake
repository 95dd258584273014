plangrade_fuzz(spark_log_fuzz LIBS plangrade_spark_log simdjson::simdjson SEEDS fixtures/seeds/spark_log_fuzz)
