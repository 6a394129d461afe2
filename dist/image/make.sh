#!/bin/sh
# Makes the container image of the archive for Linux, and adds it to SHA256SUMS: ./mayfly dist calls it after dist/make.sh.
#
#   sh dist/image/make.sh JDK VERSION EPOCH OUT [COMMIT]
#
# with the same words, and the commit that the image was made of, for its labels. It writes
#
#   mayfly-VERSION-image       the layout of the Open Container Initiative, as a folder
#   mayfly-VERSION-image.tar   the same as an archive, which docker load and podman load take as well
#   mayfly-VERSION-image-sbom.json   what the image holds besides the jars, which are listed in mayfly-VERSION-sbom.json
#
# Neither a daemon nor a registry is asked: the base is this machine's own glibc and what else the release needs of a system.
# The same archive on the same machine gives the same bytes. docs/decisions/097 says why it is done so.
set -eu
export LC_ALL=C TZ=UTC0
umask 022

jdk=$1 version=$2 epoch=$3 out=$(cd -- "$4" && pwd -P) commit=${5-}
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
name=mayfly-$version-image
archive=$out/mayfly-$version-linux-x86_64.tar.gz
work=$out/image-work
layout=$out/$name
home=usr/lib/mayfly
user=65532
created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)

say() {
    echo "mayfly: $*" >&2
}

give_up() {
    say "$*"
    exit 1
}

for tool in dpkg-query ldd tar; do
    command -v "$tool" >/dev/null || { say "NO CONTAINER IMAGE IS MADE: there is no $tool here"; exit 0; }
done
[ -f "$archive" ] || { say "NO CONTAINER IMAGE IS MADE: it is made of the archive for Linux on x86_64"; exit 0; }

# The licence of a package, as somebody has read it in its copyright file. A library is only added to the image with its own.
licence_of() {
    case $1 in
        libc6) echo "LGPL-2.1-or-later" ;;
        libgcc-s1 | libstdc++6) echo "GPL-3.0-or-later WITH GCC-exception-3.1" ;;
        zlib1g) echo "Zlib" ;;
        *) give_up "nobody has said under which licence the package $1 is; add it to dist/image/make.sh" ;;
    esac
}

# The package that a library of this system belongs to, by one of its names: /lib may be a link to /usr/lib.
package_of() {
    real=$(readlink -f "$1")
    for path in "$1" "$real" "/usr$1" "${real#/usr}"; do
        if found=$(dpkg-query --search "$path" 2>/dev/null); then
            echo "$found" | head -n 1 | cut -d : -f 1
            return
        fi
    done
    give_up "$1 is of no package, so its licence is not known"
}

# Lists the libraries of the system that the programs and libraries of the release ask for, and what those ask for.
list_libraries() {
    mkdir "$work/natives"
    for jar in "$work/mayfly/$home"/lib/lib/*.jar; do
        entries=$("$jdk/bin/jar" --list --file "$jar" | grep '\.so$' || true)
        # Names without spaces.
        # shellcheck disable=SC2086
        [ -z "$entries" ] || (cd "$work/natives" && "$jdk/bin/jar" --extract --file "$jar" $entries)
    done
    runtime=$work/jre/$home/jre
    find "$work" -type f \( -name '*.so' -o -path "*/jre/bin/java" \) | sort | while read -r file; do
        LD_LIBRARY_PATH=$runtime/lib:$runtime/lib/server ldd "$file" 2>/dev/null || true
    done >"$work/ldd"
    ! grep 'not found' "$work/ldd" >&2 || give_up "a library that the release needs is not on this machine"
    {
        sed -n -e 's:^.* => \(/[^ ]*\) (.*$:\1:p' -e 's:^[[:space:]]*\(/[^ ]*\) (.*$:\1:p' "$work/ldd" | grep -v "^$work/"
        # glibc before 2.34 asks for these by name when it looks for a user or a host.
        for library in libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
            [ ! -f "/lib/x86_64-linux-gnu/$library" ] || echo "/lib/x86_64-linux-gnu/$library"
        done
    } | sort -u >"$work/libraries"
}

# The first layer: what the release needs of a system, with the licences and versions of the packages that it is from.
lay_out_base() {
    base=$work/base
    mkdir -p "$base/etc" "$base/dev" "$base/proc" "$base/sys" "$base/tmp" "$base/var/lib/dpkg/status.d"
    chmod 1777 "$base/tmp"
    list_libraries
    while read -r library; do
        mkdir -p "$base/$(dirname -- "$library")"
        cp -L "$library" "$base/$library"
        package_of "$library" >>"$work/owners"
    done <"$work/libraries"
    sort -u "$work/owners" >"$work/packages"
    while read -r package; do
        licence_of "$package" >>"$work/licences"
        mkdir -p "$base/usr/share/doc/$package"
        cp -L "/usr/share/doc/$package/copyright" "$base/usr/share/doc/$package/"
        # Where those who look for known faults in images look.
        dpkg-query --status "$package" >"$base/var/lib/dpkg/status.d/$package"
    done <"$work/packages"
    cp -L /etc/os-release "$base/etc/"
    echo "root:x:0:0:root:/root:/sbin/nologin" >"$base/etc/passwd"
    echo "mayfly:x:$user:$user:mayfly:/data:/sbin/nologin" >>"$base/etc/passwd"
    printf 'root:x:0:\nmayfly:x:%s:\n' "$user" >"$base/etc/group"
    echo "hosts: files dns" >"$base/etc/nsswitch.conf"
}

# The other two: the run-time image, and the rest of the release, less what only a shell or a person reads.
lay_out_release() {
    mkdir -p "$work/jre/$home" "$work/mayfly/usr/lib"
    tar -xzf "$archive" -C "$work/mayfly/usr/lib"
    mv "$work/mayfly/usr/lib/mayfly-$version" "$work/mayfly/$home"
    mv "$work/mayfly/$home/jre" "$work/jre/$home/"
    rm -rf "$work/mayfly/$home/docs" "$work/mayfly/$home/mayfly" "$work/mayfly/$home/README.md" "$work/mayfly/$home/CHANGELOG.md"
    cp "$here/serve.options" "$here/command.options" "$work/mayfly/$home/"
}

# Adds a file to the blobs of the layout, and says which it became.
add_blob() {
    digest=$(sha256sum <"$1" | cut -d ' ' -f 1)
    size=$(($(wc -c <"$1")))
    mv "$1" "$layout/blobs/sha256/$digest"
}

# Packs names within a folder as a layer: sorted, of one time, and root's. Adds folders of the user's to the first.
add_layer() {
    folder=$1 tar=$work/layer.tar
    (cd "$folder" && tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" --file="$tar" -- *)
    if [ -n "${2-}" ]; then
        (cd "$2" && tar --append --format=ustar --sort=name --owner="$user" --group="$user" --numeric-owner --mtime="@$epoch" \
            --file="$tar" -- *)
    fi
    diff_ids="${diff_ids:+$diff_ids, }\"sha256:$(sha256sum <"$tar" | cut -d ' ' -f 1)\""
    gzip -9 -n "$tar"
    add_blob "$tar.gz"
    layers="${layers:+$layers, }{\"mediaType\": \"application/vnd.oci.image.layer.v1.tar+gzip\", \"digest\": \"sha256:$digest\", \"size\": $size}"
    blobs="${blobs:+$blobs, }\"blobs/sha256/$digest\""
}

# What an image says of itself, in all of its places.
write_configuration() {
    java="\"/$home/jre/bin/java\""
    jar="\"-jar\", \"/$home/lib/mayfly.jar\""
    packages=$(while read -r package; do dpkg-query --show --showformat='${Package} ${Version}, ' "$package"; done <"$work/packages")
    licences=$({ echo Apache-2.0; echo "GPL-2.0-only WITH Classpath-exception-2.0"; cat "$work/licences"; } | sort -u | sed 's/.* WITH .*/(&)/' \
        | tr '\n' '|' | sed -e 's/|$//' -e 's/|/ AND /g')
    cat >"$work/config.json" <<JSON
{
  "created": "$created",
  "architecture": "amd64",
  "os": "linux",
  "config": {
    "User": "$user:$user",
    "ExposedPorts": {"27017/tcp": {}, "8080/tcp": {}, "8081/tcp": {}, "8091/tcp": {}, "8093/tcp": {}, "11210/tcp": {}},
    "Env": ["LANG=C.UTF-8", "ROCKSDB_MUSL_LIBC=false", "MAYFLY_BIND=0.0.0.0", "MAYFLY_DATA=/data", "MAYFLY_BACKUP_FOLDER=/backups"],
    "Entrypoint": [$java, "@/$home/serve.options", $jar],
    "Cmd": ["serve"],
    "Volumes": {"/data": {}, "/backups": {}},
    "WorkingDir": "/data",
    "StopSignal": "SIGTERM",
    "Healthcheck": {
      "Test": ["CMD", $java, "@/$home/command.options", $jar, "health"],
      "Interval": 30000000000,
      "Timeout": 10000000000,
      "StartPeriod": 60000000000,
      "StartInterval": 2000000000,
      "Retries": 3
    },
    "Labels": {
      "org.opencontainers.image.title": "mayfly",
      "org.opencontainers.image.description": "A document database in which every document knows when it dies.",
      "org.opencontainers.image.version": "$version",
      "org.opencontainers.image.revision": "$commit",
      "org.opencontainers.image.created": "$created",
      "org.opencontainers.image.url": "https://mayfly.dev",
      "org.opencontainers.image.vendor": "The Mayfly project",
      "org.opencontainers.image.licenses": "$licences",
      "dev.mayfly.image.packages": "${packages%, }"
    }
  },
  "rootfs": {"type": "layers", "diff_ids": [$diff_ids]},
  "history": [
    {"created": "$created", "created_by": "dist/image/make.sh", "comment": "libraries of the system"},
    {"created": "$created", "created_by": "dist/image/make.sh", "comment": "Java run-time image"},
    {"created": "$created", "created_by": "dist/image/make.sh", "comment": "mayfly $version"}
  ]
}
JSON
}

write_manifest() {
    add_blob "$work/config.json"
    config=blobs/sha256/$digest
    cat >"$work/manifest.json" <<JSON
{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.manifest.v1+json",
  "config": {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": "sha256:$digest", "size": $size},
  "layers": [$layers]
}
JSON
    add_blob "$work/manifest.json"
}

# One image under two names. The second file is for a docker load that knows no layouts.
write_index() {
    manifest="\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"digest\": \"sha256:$digest\", \"size\": $size, \"platform\": {\"architecture\": \"amd64\", \"os\": \"linux\"}"
    echo '{"imageLayoutVersion": "1.0.0"}' >"$layout/oci-layout"
    cat >"$layout/index.json" <<JSON
{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.index.v1+json",
  "manifests": [
    {$manifest, "annotations": {"org.opencontainers.image.ref.name": "$version", "io.containerd.image.name": "docker.io/library/mayfly:$version"}},
    {$manifest, "annotations": {"org.opencontainers.image.ref.name": "latest", "io.containerd.image.name": "docker.io/library/mayfly:latest"}}
  ]
}
JSON
    echo "[{\"Config\": \"$config\", \"RepoTags\": [\"mayfly:$version\", \"mayfly:latest\"], \"Layers\": [$blobs]}]" >"$layout/manifest.json"
}

# CycloneDX: the packages of the base and the run-time image. The jars have a bill of their own, which this one names.
write_sbom() {
    runtime=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/\1/p' "$work/jre/$home/jre/release")
    [ -n "$runtime" ] || runtime=$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$work/jre/$home/jre/release")
    distribution=$(sed -n 's/^ID=//p' /etc/os-release | tr -d '"')
    release=$(sed -n 's/^VERSION_ID=//p' /etc/os-release | tr -d '"')
    {
        cat <<JSON
{
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "metadata": {
    "timestamp": "$created",
    "component": {"type": "container", "name": "mayfly", "version": "$version",
      "externalReferences": [{"type": "bom", "url": "mayfly-$version-sbom.json"}]}
  },
  "components": [
    {"type": "platform", "name": "openjdk", "version": "$runtime",
      "licenses": [{"expression": "GPL-2.0-only WITH Classpath-exception-2.0"}]}
JSON
        while read -r package; do
            number=$(dpkg-query --show --showformat='${Version}' "$package")
            encoded=$(printf %s "$number" | sed -e 's/+/%2B/g' -e 's/:/%3A/g' -e 's/~/%7E/g')
            cat <<JSON
    ,{"type": "library", "name": "$package", "version": "$number",
      "purl": "pkg:deb/$distribution/$(printf %s "$package" | sed 's/+/%2B/g')@$encoded?arch=amd64&distro=$distribution-$release",
      "licenses": [{"expression": "$(licence_of "$package")"}]}
JSON
        done <"$work/packages"
        printf '  ]\n}\n'
    } >"$out/$name-sbom.json"
}

rm -rf "$work" "$layout"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir -p "$work" "$layout/blobs/sha256"
layers='' blobs='' diff_ids=''
lay_out_release
lay_out_base
mkdir -p "$work/own/data" "$work/own/backups"
chmod 750 "$work/own/data" "$work/own/backups"
add_layer "$work/base" "$work/own"
add_layer "$work/jre"
add_layer "$work/mayfly"
write_configuration
write_manifest
write_index
write_sbom
find "$layout" -exec touch -h -d "@$epoch" {} +
(cd "$layout" && tar --create --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" \
    -- blobs index.json manifest.json oci-layout) >"$out/$name.tar"
(cd "$out" && sha256sum "$name.tar" "$name-sbom.json" >>SHA256SUMS)
say "made $name.tar, $(($(wc -c <"$out/$name.tar") / 1000000)) MB"
