touch empty
