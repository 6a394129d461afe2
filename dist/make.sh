#!/bin/sh
# Makes the archives of a release from jars that are built: ./mayfly dist calls it.
#
#   sh dist/make.sh JDK JARS VERSION EPOCH OUT
#
#   JDK      a JDK 25, whose jlink makes the run-time image
#   JARS     a folder with mayfly.jar and lib/
#   VERSION  as it stands in the names of the files
#   EPOCH    the time of all files, in seconds since 1970
#   OUT      the folder for the files
#
# The same jars, JDK and EPOCH give the same bytes. docs/decisions/078 says why it is done so.
set -eu
export LC_ALL=C TZ=UTC0
umask 022

jdk=$1 jars=$(cd -- "$2" && pwd -P) version=$3 epoch=$4 out=$5
here=$(cd -- "$(dirname -- "$0")/.." && pwd -P)
# The archive of classes holds the paths that it was made at, so it is always made at the same.
work=/tmp/mayfly-release

# What the jars ask for by jdeps, without java.desktop, which only libraries' unused parts ask for, and with cryptography,
# names of hosts and jcmd, which nothing asks for by name.
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl,java.sql,java.xml
modules=$modules,jdk.crypto.ec,jdk.httpserver,jdk.jcmd,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs

# Those of the launcher that change what a class archive holds. The heap is one in which nothing is collected before the dump
# itself collects: a collection drops what nobody holds, and when it would come is chance.
dump_flags="-Xshare:dump -XX:+UseCompactObjectHeaders -XX:+UseG1GC -Xms1g -Xmx1g -Xmn800m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"

say() {
    echo "mayfly: $*" >&2
}

# Lays out what both archives have in common.
lay_out() {
    folder=$1
    mkdir -p "$folder/lib"
    cp "$here/mayfly" "$here/LICENSE" "$here/README.md" "$folder/"
    chmod 755 "$folder/mayfly"
    [ ! -f "$here/CHANGELOG.md" ] || cp "$here/CHANGELOG.md" "$folder/"
    cp "$jars/mayfly.jar" "$folder/lib/"
    # mayfly.jar names its libraries as lib/..., beside itself.
    mkdir "$folder/lib/lib"
    cp "$jars"/lib/*.jar "$folder/lib/lib/"
    [ ! -f "$jars/generated-sources/license/THIRD-PARTY.txt" ] || cp "$jars/generated-sources/license/THIRD-PARTY.txt" "$folder/"
    [ -d "$here/app/docs/target/site" ] || return 0
    cp -R "$here/app/docs/target/site" "$folder/docs"
    # Most pictures are for those who work on the console.
    find "$folder/docs" -name '*.png' | sort | while read -r picture; do
        grep -rqF --include='*.html' "${picture##*/}" "$folder/docs" || rm "$picture"
    done
}

# Makes a jar anew, without native libraries that match no pattern: three jars carry those of a dozen systems; and without what
# matches another pattern, if there is one. Its entries are stored, since gzip packs them all together better than each alone. The
# manifest stays as it is, for jars that are signed.
repack() {
    jar=$1 keep=$2 drop=${3-}
    mkdir "$work/jar"
    (cd "$work/jar" && "$jdk/bin/jar" --extract --file "$jar")
    find "$work/jar" -type f | grep -E '\.(so|a|dll|dylib|jnilib)$' | grep -v -E "$keep" | while read -r library; do
        rm "$library"
    done
    [ -z "$drop" ] || find "$work/jar" -type f | grep -E "$drop" | while read -r file; do
        rm "$file"
    done
    (cd "$work/jar" && {
        echo META-INF/MANIFEST.MF
        find . -type f ! -path ./META-INF/MANIFEST.MF | sed 's:^\./::' | sort
    }) >"$work/entries"
    (cd "$work/jar" && "$jdk/bin/jar" --create --file "$jar" --no-compress --no-manifest \
        --date "$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" "@$work/entries")
    rm -r "$work/jar"
}

# Adds what lets the release run without a JDK: the run-time image, the library of RocksDB as a file, and an archive of the
# classes that a server loads.
add_runtime() {
    folder=$1
    libraries=$folder/lib/lib
    "$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-0 --output "$folder/jre"
    mkdir "$folder/lib/native"
    (cd "$folder/lib/native" && "$jdk/bin/jar" --extract --file "$(echo "$libraries"/rocksdbjni-*.jar)" librocksdbjni-linux64.so)
    mv "$folder/lib/native/librocksdbjni-linux64.so" "$folder/lib/native/librocksdbjni.so"
    # Of small jars there is little to win.
    find "$libraries" -name '*.jar' -size +200k | sort | while read -r jar; do
        case ${jar##*/} in
            rocksdbjni-*) repack "$jar" '^$' ;;
            zstd-jni-*) repack "$jar" /linux/amd64/ ;;
            # Strings are compared by it, and neither dates nor names of countries are written.
            icu4j-*) repack "$jar" . '/icudata/(brkitr|curr|lang|rbnf|region|translit|unit|zone)/' ;;
            # Certificates are made with it, none with the drafts of signatures against quantum computers that it carries.
            bcprov-*) repack "$jar" . '/org/bouncycastle/pqc/legacy/' ;;
            # Figures are written as text, and never as protobuf, which the library misses only when it is asked for.
            prometheus-metrics-exposition-formats-*) repack "$jar" . '/io/prometheus/' ;;
            snappy-java-*) repack "$jar" /Linux/x86_64/ ;;
            *) repack "$jar" . ;;
        esac
    done
    # The archive holds the times of the files that it was made of.
    set_times "$folder"
    awk '{ for (i = 2; i <= NF; i++) print $1 $i }' "$here/dist/classes.txt" >"$work/classes"
    # Those that the JVM would make of lambdas at each start, which took a third of it.
    [ ! -f "$here/dist/lambdas.txt.gz" ] || gzip -dc "$here/dist/lambdas.txt.gz" >>"$work/classes"
    # A list of options.
    # shellcheck disable=SC2086
    "$folder/jre/bin/java" $dump_flags -XX:SharedClassListFile="$work/classes" -XX:SharedArchiveFile="$folder/lib/mayfly.jsa" \
        -jar "$folder/lib/mayfly.jar" >"$work/dump.log" 2>&1 || { cat "$work/dump.log" >&2; say "no class archive could be made"; exit 1; }
    chmod 644 "$folder/lib/mayfly.jsa"
}

set_times() {
    find "$1" -exec touch -h -d "@$epoch" {} +
}

# Packs a folder of $work: names sorted, everything root's, one time, and no name or time of gzip's own.
pack() {
    set_times "$work/$1"
    (cd "$work" && tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" "$1") \
        | gzip -9 -n >"$out/$2"
    say "made $2, $(($(wc -c <"$out/$2") / 1000000)) MB"
}

mkdir "$work" 2>/dev/null || { say "another release is being made; if none is, remove $work"; exit 1; }
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
rm -rf "$out"
mkdir -p "$out"
out=$(cd -- "$out" && pwd -P)
name=mayfly-$version

lay_out "$work/$name"
pack "$name" "$name.tar.gz"
files=$name.tar.gz
if [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ]; then
    add_runtime "$work/$name"
    pack "$name" "$name-linux-x86_64.tar.gz"
    files="$files $name-linux-x86_64.tar.gz"
else
    say "the archive with a run-time image is made on Linux x86_64 only"
fi
for sbom in json xml; do
    if [ -f "$here/target/run/sbom.$sbom" ]; then
        cp "$here/target/run/sbom.$sbom" "$out/$name-sbom.$sbom"
        files="$files $name-sbom.$sbom"
    fi
done
# File names without spaces.
# shellcheck disable=SC2086
(cd "$out" && sha256sum $files >SHA256SUMS)
