#include "commands.hpp"

int main(int argc, char** argv) {
    return plangrade::run_command_line(argc, argv);
}
