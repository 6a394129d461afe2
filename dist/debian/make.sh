#!/bin/sh
# Makes the Debian package of the archive for Linux, and adds it to SHA256SUMS: ./mayfly dist calls it after dist/make.sh.
#
#   sh dist/debian/make.sh VERSION EPOCH OUT [REVISION]
#
# with the same words; a revision is of the package alone, 1 if none is given. The same archive gives the same package.
set -eu
export LC_ALL=C TZ=UTC0
umask 022

version=$1 epoch=$2 out=$(cd -- "$3" && pwd -P) revision=${4-1}
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
archive=$out/mayfly-$version-linux-x86_64.tar.gz
package=mayfly_$version-${revision}_amd64.deb
work=$out/debian
root=$work/root

if ! command -v dpkg-deb >/dev/null; then
    echo "mayfly: NO DEBIAN PACKAGE IS MADE: there is no dpkg-deb here" >&2
    exit 0
fi
if [ ! -f "$archive" ]; then
    echo "mayfly: NO DEBIAN PACKAGE IS MADE: it is made of the archive for Linux on x86_64" >&2
    exit 0
fi

rm -rf "$work"
doc=$root/usr/share/doc/mayfly
mkdir -p "$root/DEBIAN" "$root/etc" "$root/usr/bin" "$root/usr/lib/systemd/system" "$doc"
tar -xzf "$archive" -C "$root/usr/lib"
mv "$root/usr/lib/mayfly-$version" "$root/usr/lib/mayfly"
for file in README.md CHANGELOG.md THIRD-PARTY.txt; do
    [ ! -f "$root/usr/lib/mayfly/$file" ] || mv "$root/usr/lib/mayfly/$file" "$doc/"
done
[ ! -d "$root/usr/lib/mayfly/docs" ] || mv "$root/usr/lib/mayfly/docs" "$doc/html"
rm -f "$root/usr/lib/mayfly/LICENSE"
cp "$here/copyright" "$doc/"
cp "$here/mayfly.yaml" "$root/etc/"
chmod 600 "$root/etc/mayfly.yaml"
cp "$here/mayfly.service" "$root/usr/lib/systemd/system/"
install -m 755 "$here/mayfly" "$root/usr/bin/mayfly"
for script in postinst prerm postrm; do
    install -m 755 "$here/$script" "$root/DEBIAN/$script"
done
echo /etc/mayfly.yaml >"$root/DEBIAN/conffiles"
# By the sizes of files and not of blocks, which differ between file systems.
kilobytes=$(find "$root" -type f -exec wc -c {} + | awk '$2 != "total" { sum += $1 } END { print int(sum / 1024) }')
# A tilde sorts before the release, as a snapshot should.
cat >"$root/DEBIAN/control" <<END
Package: mayfly
Version: $(echo "$version" | tr - '~')-$revision
Architecture: amd64
Maintainer: the authors of Mayfly <mayfly@localhost>
Installed-Size: $kilobytes
Depends: libc6 (>= 2.17), libgcc-s1, libstdc++6, passwd
Section: database
Priority: optional
Description: document database in which every document knows when it dies
 Serves unmodified clients of MongoDB, of Azure Cosmos DB and of Couchbase. From its
 deadline on a document is in no answer. Brings a Java run-time image of its own.
END
(cd "$root" && find . -type f ! -path './DEBIAN/*' | sed 's:^\./::' | sort | while read -r file; do md5sum "$file"; done) \
    >"$root/DEBIAN/md5sums"
find "$root" -exec touch -h -d "@$epoch" {} +
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zgzip -z6 --build "$root" "$out/$package" >/dev/null
rm -r "$work"
(cd "$out" && sha256sum "$package" >>SHA256SUMS)
echo "mayfly: made $package, $(($(wc -c <"$out/$package") / 1000000)) MB" >&2
