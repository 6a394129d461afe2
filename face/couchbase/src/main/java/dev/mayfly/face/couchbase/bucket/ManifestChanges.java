package dev.mayfly.face.couchbase.bucket;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes, changes and drops scopes and collections for all services. Returns the resulting manifest. */
public final class ManifestChanges {
    private final Buckets buckets;

    public ManifestChanges(Buckets buckets) {
        this.buckets = buckets;
    }

    /** The requested properties of a collection; null where none is given. */
    public record Properties(
            @Nullable Integer maxTtl, @Nullable Boolean history) {
        public static final Properties NONE = new Properties(null, null);
    }

    public Manifest createScope(Bucket bucket, String scope) {
        return buckets.change(bucket, manifest -> {
            if (manifest.find(scope) != null) {
                throw BucketException.scopeExists(scope);
            }
            if (manifest.scopes().size() >= Buckets.SCOPES_MAX) {
                throw BucketException.tooMany("scopes", Buckets.SCOPES_MAX);
            }
            return manifest.withScope(scope);
        });
    }

    public Manifest dropScope(Bucket bucket, String scope) {
        if (scope.equals(Scope.DEFAULT) || scope.equals(Scope.SYSTEM)) {
            throw BucketException.refused("Deleting " + scope + " scope is not allowed");
        }
        return buckets.change(bucket, manifest -> manifest.withoutScope(require(manifest, scope)));
    }

    public Manifest createCollection(Bucket bucket, String scope, String name, Properties properties) {
        if (name.equals(CollectionDefinition.DEFAULT)) {
            throw BucketException.refused("Cannot create _default collection in scope \"" + scope
                    + "\". Creation of _default collection is not allowed.");
        }
        if (scope.equals(Scope.SYSTEM)) {
            throw BucketException.refused("cannot create collection in '_system' scope");
        }
        return buckets.change(bucket, manifest -> {
            Scope owner = require(manifest, scope);
            if (owner.find(name) != null) {
                throw BucketException.collectionExists(scope, name);
            }
            if (manifest.collections() >= Buckets.COLLECTIONS_MAX) {
                throw BucketException.tooMany("collections", Buckets.COLLECTIONS_MAX);
            }
            return manifest.withCollection(
                    owner,
                    name,
                    Objects.requireNonNullElse(properties.maxTtl(), MaxTtl.NONE),
                    Objects.requireNonNullElse(properties.history(), false));
        });
    }

    /** Changes a collection. Documents keep their expiry; a limit acts on later writes. */
    public Manifest modifyCollection(Bucket bucket, String scope, String name, Properties properties) {
        return buckets.change(bucket, manifest -> modified(manifest, scope, name, properties));
    }

    /** Returns the manifest with another limit of a collection. */
    static Manifest limited(Manifest manifest, BucketCollection collection, int seconds) {
        return modified(manifest, collection.scope(), collection.name(), new Properties(seconds, null));
    }

    private static Manifest modified(Manifest manifest, String scope, String name, Properties properties) {
        Scope owner = require(manifest, scope);
        CollectionDefinition found = require(owner, name);
        if (scope.equals(Scope.SYSTEM)) {
            throw BucketException.refused(
                    "Cannot modify collection properties for Scope \"" + scope + "\" Collection \"" + name + "\"");
        }
        return modified(manifest, owner, found, properties);
    }

    static Manifest modified(Manifest manifest, Scope scope, CollectionDefinition found, Properties properties) {
        CollectionDefinition changed = found.with(
                Objects.requireNonNullElse(properties.maxTtl(), found.maxTtl()),
                Objects.requireNonNullElse(properties.history(), found.history()));
        return changed.equals(found) ? manifest : manifest.replacing(scope.replacing(changed));
    }

    public Manifest dropCollection(Bucket bucket, String scope, String name) {
        if (scope.equals(Scope.SYSTEM) && name.startsWith("_")) {
            throw BucketException.refused("Cannot drop system collection \"" + name + "\" for scope \"" + scope + "\"");
        }
        return buckets.change(bucket, manifest -> {
            Scope owner = require(manifest, scope);
            return manifest.replacing(owner.without(require(owner, name)));
        });
    }

    /** @param expected the number that the manifest must have now, or null for any */
    public Manifest setAll(Bucket bucket, List<WantedScope> scopes, @Nullable Long expected) {
        ManifestTarget target = new ManifestTarget(scopes);
        return buckets.change(bucket, manifest -> {
            if (expected != null && expected != manifest.uid()) {
                throw BucketException.refused("validOnUid doesn't match the current manifest Uid");
            }
            return target.apply(manifest);
        });
    }

    private static Scope require(Manifest manifest, String scope) {
        Scope found = manifest.find(scope);
        if (found == null) {
            throw BucketException.scopeMissing(scope);
        }
        return found;
    }

    private static CollectionDefinition require(Scope scope, String name) {
        CollectionDefinition found = scope.find(name);
        if (found == null) {
            throw BucketException.collectionMissing(scope.name(), name);
        }
        return found;
    }
}
