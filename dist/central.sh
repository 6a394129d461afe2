#!/bin/sh
# Lays out what Maven Central would be given and checks its rules: ./mayfly release --dry-run calls it.
#
#   sh dist/central.sh JDK CHECKOUT OUTPUT VERSION OUT
#
#   JDK       a JDK 25
#   CHECKOUT  the checkout that is built
#   OUTPUT    the folder within each module that the jars are in
#   VERSION   of all of them
#   OUT       the folder for the bundle
set -eu
export LC_ALL=C
umask 022

jdk=$1 here=$2 output=$3 version=$4 out=$5

# Lays out one artifact: its POM, and its jars if it has some.
lay_out() {
    artifact=$1 module=$2
    folder=$out/dev/mayfly/$artifact/$version
    mkdir -p "$folder"
    cp "$here/$module/pom.xml" "$folder/$artifact-$version.pom"
    for kind in "" -sources -javadoc; do
        jar=$here/$module/$output/$artifact-$version$kind.jar
        [ ! -f "$jar" ] || cp "$jar" "$folder/"
    done
    for file in "$folder"/*.pom "$folder"/*.jar; do
        [ -f "$file" ] || continue
        md5sum <"$file" | cut -d ' ' -f 1 >"$file.md5"
        sha1sum <"$file" | cut -d ' ' -f 1 >"$file.sha1"
    done
}

rm -rf "$out"
lay_out mayfly .
lay_out mayfly-bom test/bom
lay_out mayfly-junit test/testkit
exec "$jdk/bin/java" "$here/dist/CentralRules.java" "$out"
