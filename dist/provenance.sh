#!/bin/sh
# Says beside each file of a release what it was made of, as an in-toto statement with the provenance of SLSA, unsigned:
# ./mayfly dist calls it when all files are made and listed in SHA256SUMS.
#
#   sh dist/provenance.sh JDK VERSION EPOCH OUT COMMIT STATE
#
#   COMMIT   that the files were made of; empty outside of a clone
#   STATE    clean, or changed where files differ from that commit
set -eu
export LC_ALL=C

jdk=$1 version=$2 epoch=$3 out=$4 commit=$5 state=$6
java=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/\1/p' "$jdk/release")
vendor=$(sed -n 's/^IMPLEMENTOR="\(.*\)"$/\1/p' "$jdk/release")
: >"$out/statements"
while read -r digest file; do
    cat >"$out/$file.intoto.json" <<JSON
{
  "_type": "https://in-toto.io/Statement/v1",
  "subject": [{"name": "$file", "digest": {"sha256": "$digest"}}],
  "predicateType": "https://slsa.dev/provenance/v1",
  "predicate": {
    "buildDefinition": {
      "buildType": "https://mayfly.dev/dist/v1",
      "externalParameters": {"version": "$version", "epoch": $epoch},
      "internalParameters": {"workTree": "$state"},
      "resolvedDependencies": [
        {"uri": "git+https://mayfly.dev/mayfly.git@$commit", "digest": {"gitCommit": "$commit"}},
        {"name": "JDK", "annotations": {"version": "$java", "vendor": "$vendor"}}
      ]
    },
    "runDetails": {"builder": {"id": "https://mayfly.dev/dist/local"}}
  }
}
JSON
    echo "$file.intoto.json" >>"$out/statements"
done <"$out/SHA256SUMS"
# File names without spaces.
# shellcheck disable=SC2046
(cd "$out" && sha256sum $(cat statements) >>SHA256SUMS)
rm "$out/statements"
