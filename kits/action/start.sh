#!/bin/sh
# Starts a server behind the step of a workflow and writes what clients connect to among the step's outputs. action.yml says
# what the INPUT_ variables are; the runner ends the server with the job.
set -eu

say() {
    echo "mayfly: $*" >&2
}

temp=${RUNNER_TEMP:-${TMPDIR:-/tmp}}
home=$INPUT_HOME
case $home in
    *.tar.gz | *.tgz)
        mkdir -p "$temp/mayfly-release"
        tar -xzf "$home" -C "$temp/mayfly-release"
        home=$(echo "$temp"/mayfly-release/*)
        ;;
esac
[ -x "$home/mayfly" ] || { say "there is no launcher $home/mayfly"; exit 1; }
clock=$INPUT_CLOCK
[ "$clock" = system ] || clock=virtual@$clock
log=$temp/mayfly.log

# A list of options.
# shellcheck disable=SC2086
nohup "$home/mayfly" serve --in-memory --clock "$clock" --face "$INPUT_FACES,admin" --mongo-port 0 --cosmos-port 0 \
    --couchbase-port 0 --kv-port 0 --query-port 0 --http-port 0 $INPUT_FLAGS >"$log" 2>&1 </dev/null &
server=$!

# The last row of what a server says when it is ready.
until grep -q '^ *data  ' "$log"; do
    kill -0 "$server" 2>/dev/null || { cat "$log" >&2; say "the server did not start"; exit 1; }
    sleep 0.2
done
for face in mongo cosmos couchbase admin; do
    sed -n "s/^ *$face  *[^ ]*  *\([^ ]*\).*/$face=\1/p" "$log" >>"$GITHUB_OUTPUT"
done
say "serving; its log is $log"
