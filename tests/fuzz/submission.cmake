plangrade_fuzz(unpack_fuzz LIBS plangrade_submission SEEDS fixtures/seeds/unpack_fuzz)
