#!/bin/sh
# Prints the path of a Chromium for the tests of the console. Where there is none and this is root on a Debian with apt, it
# is installed first; otherwise nothing is printed and the tests say that they were skipped.
set -eu

find_chromium() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}

find_chromium && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || exit 0
{
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
} >&2 || exit 0
find_chromium || exit 0
