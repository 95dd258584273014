// Boost.URL's implementation, compiled once: Debian's libboost1.81-dev brings only its headers.
#include <boost/url/src.hpp>
