package dev.mayfly.face.couchbase.bucket;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The way from one manifest to a list of scopes: what is not in the list goes, the system's own scope apart. */
final class ManifestTarget implements Buckets.ManifestChange {
    private final Map<String, WantedScope> wanted = new HashMap<>();

    ManifestTarget(List<WantedScope> scopes) {
        scopes.forEach(scope -> wanted.put(scope.name(), scope));
        if (!wanted.containsKey(Scope.DEFAULT)) {
            throw BucketException.refused("Deleting _default scope is not allowed");
        }
    }

    @Override
    public Manifest apply(Manifest before) {
        Manifest after = before;
        for (Scope scope : before.scopes()) {
            if (!wanted.containsKey(scope.name()) && !scope.name().equals(Scope.SYSTEM)) {
                after = after.withoutScope(scope);
            }
        }
        for (WantedScope scope : wanted.values()) {
            if (!scope.name().equals(Scope.SYSTEM)) {
                after = after.find(scope.name()) == null ? after.withScope(scope.name()) : after;
                after = collections(after, scope);
            }
        }
        // A step that leads nowhere leaves the number of the manifest alone.
        return after.scopes().equals(before.scopes()) ? before : after.oneStepAfter(before);
    }

    private static Manifest collections(Manifest before, WantedScope scope) {
        Manifest after = before;
        Map<String, WantedScope.WantedCollection> of = new HashMap<>();
        scope.collections().forEach(each -> of.put(each.name(), each));
        for (CollectionDefinition each : require(after, scope).collections()) {
            if (!of.containsKey(each.name())) {
                after = after.replacing(require(after, scope).without(each));
            }
        }
        for (WantedScope.WantedCollection each : scope.collections()) {
            after = one(after, require(after, scope), each);
        }
        return after;
    }

    private static Manifest one(Manifest before, Scope owner, WantedScope.WantedCollection each) {
        CollectionDefinition found = owner.find(each.name());
        if (found != null) {
            return ManifestChanges.modified(before, owner, found, each.properties());
        }
        if (each.name().equals(CollectionDefinition.DEFAULT)) {
            throw BucketException.refused("Cannot create _default collection in scope \"" + owner.name()
                    + "\". Creation of _default collection is not allowed.");
        }
        return before.withCollection(
                owner,
                each.name(),
                Objects.requireNonNullElse(each.properties().maxTtl(), MaxTtl.NONE),
                Objects.requireNonNullElse(each.properties().history(), false));
    }

    private static Scope require(Manifest manifest, WantedScope scope) {
        Scope found = manifest.find(scope.name());
        if (found == null) {
            throw BucketException.scopeMissing(scope.name());
        }
        return found;
    }
}
