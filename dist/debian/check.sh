#!/bin/sh
# Installs a package over a copy of this system that nobody else sees, runs its server, upgrades, removes and purges it.
# Tests call it, as root and in mount and process namespaces of its own:
#
#   unshare --mount --pid --fork sh dist/debian/check.sh PACKAGE NEWER FOLDER
set -eu
package=$(readlink -f "$1") newer=$(readlink -f "$2") folder=$3

if [ "${4-}" != inside ]; then
    mkdir -p "$folder"
    mount -t tmpfs tmpfs "$folder"
    mkdir "$folder/upper" "$folder/work" "$folder/root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
    mount -t proc proc "$folder/root/proc"
    mount --bind /dev "$folder/root/dev"
    mkdir -p "$folder/root/mnt/packages"
    cp "$package" "$folder/root/mnt/packages/first.deb"
    cp "$newer" "$folder/root/mnt/packages/second.deb"
    cp "$0" "$folder/root/mnt/packages/check.sh"
    cd /
    exec chroot "$folder/root" sh /mnt/packages/check.sh /mnt/packages/first.deb /mnt/packages/second.deb / inside
fi

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

expect() {
    [ "$2" = "$3" ] || fail "$1: $2 and not $3"
}

# As the unit starts it, on free ports.
serve() {
    : >/tmp/mayfly.out
    setpriv --reuid mayfly --regid mayfly --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin HOME=/var/lib/mayfly \
        /usr/lib/mayfly/mayfly serve --config /etc/mayfly.yaml --face couchbase,admin --couchbase-port 0 --kv-port 0 --query-port 0 --http-port 0 \
        >/tmp/mayfly.out 2>/tmp/mayfly.err &
    server=$!
    until grep -q ' admin ' /tmp/mayfly.out; do
        kill -0 "$server" 2>/dev/null || { cat /tmp/mayfly.out /tmp/mayfly.err >&2; fail "the server ended"; }
    done
    MAYFLY_URL=$(grep -o 'http://127[0-9.:]*' /tmp/mayfly.out | head -n 1)
    export MAYFLY_URL
}

stop() {
    kill "$server"
    wait "$server" || [ $? = 143 ] || fail "the server did not end well"
    expect "lines of the log" "$(wc -l </tmp/mayfly.err)" 0
}

rm -rf /run/systemd/system
dpkg --install "$1"
expect "owner of the data" "$(stat -c %U:%G:%a /var/lib/mayfly)" mayfly:mayfly:750
expect "owner of the configuration" "$(stat -c %U:%G:%a /etc/mayfly.yaml)" mayfly:mayfly:600
expect "shell" "$(getent passwd mayfly | cut -d: -f7)" /usr/sbin/nologin
! command -v systemd-analyze >/dev/null || systemd-analyze verify /usr/lib/systemd/system/mayfly.service
serve
mayfly put default._default._default 1 '{"say": "hello"}'
mayfly get default._default._default 1 | grep -q hello || fail "the document is not there"
stop
echo "installed, started, written and read"

echo "# mine" >>/etc/mayfly.yaml
dpkg --install "$2"
tail -n 1 /etc/mayfly.yaml | grep -q mine || fail "the configuration was replaced"
expect "owner of the configuration" "$(stat -c %U:%G:%a /etc/mayfly.yaml)" mayfly:mayfly:600
serve
mayfly get default._default._default 1 | grep -q hello || fail "the document did not survive"
stop
echo "upgraded"

dpkg --remove mayfly
[ -f /etc/mayfly.yaml ] || fail "remove took the configuration"
[ ! -e /usr/lib/mayfly ] || fail "remove left files: $(find /usr/lib/mayfly | head -n 3)"
dpkg --purge mayfly
[ ! -e /etc/mayfly.yaml ] || fail "purge left the configuration"
[ -d /var/lib/mayfly ] || fail "purge took the documents"
dpkg --install "$1"
MAYFLY_PURGE_DATA=yes dpkg --purge mayfly
[ ! -e /var/lib/mayfly ] || fail "purge left the documents though told"
echo "removed and purged"
