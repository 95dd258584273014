// What the handlers work with. One object for the daemon; its members outlive all requests.
#pragma once

#include <span>

#include "config.hpp"
#include "http/router.hpp"
#include "intake/data_dir.hpp"
#include "store/store.hpp"
#include "worker/grader.hpp"
#include "worker/slots.hpp"

namespace plangrade {

struct App {
    const ServerConfig& config;
    DataDir& data;
    Store& store;
    Slots& slots;
    Grader& grader;
    net::thread_pool& disk;  ///< for blocking()
};

/// The routes of the API, documented at their handlers.
std::span<const http::Route> api_routes();

/// Grades what a stopped daemon left unfinished (Store::unfinished()), one after another beside the new ones. A
/// submission whose grading has taken the daemon down three times is given up.
net::awaitable<void> grade_unfinished(App& app, std::vector<Submission> left);

}  // namespace plangrade
