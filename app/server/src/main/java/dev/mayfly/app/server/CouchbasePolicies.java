package dev.mayfly.app.server;

import dev.mayfly.app.console.AdminException;
import dev.mayfly.app.console.FacePolicies;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.face.couchbase.CouchbaseFace;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.bucket.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rules of the couchbase face: the maxTTL of its collections, and for the default collection that of its bucket. They act
 * on what is written from then on, so that no change of them ever expires anything.
 */
final class CouchbasePolicies implements FacePolicies {
    private static final JsonMapper JSON = new JsonMapper();

    private final CouchbaseFace face;

    CouchbasePolicies(CouchbaseFace face) {
        this.face = face;
    }

    private BucketCollection find(Collection collection) {
        Bucket bucket = face.buckets().find(collection.name().database());
        BucketCollection found =
                bucket == null ? null : bucket.find(collection.name().collection());
        if (found == null) {
            throw AdminException.notFound("there is no collection " + collection.name());
        }
        return found;
    }

    private static boolean isOfBucket(BucketCollection collection) {
        return collection.scope().equals(Scope.DEFAULT) && collection.name().equals(CollectionDefinition.DEFAULT);
    }

    private static int seconds(RuleChange rule) {
        return switch (rule) {
            case RuleChange.MaxTtl(int seconds) -> seconds;
            case RuleChange.DefaultOff _, RuleChange.DefaultNone _, RuleChange.DefaultAfter _, RuleChange.Field _ ->
                throw FacePolicies.noSuchRule("couchbase", "maxTTL");
        };
    }

    @Override
    public void change(Collection collection, RuleChange rule, ExpireLimit allowed) {
        BucketCollection changed = find(collection);
        int seconds = seconds(rule);
        try {
            if (isOfBucket(changed)) {
                BucketSettings settings = changed.bucket().settings();
                int limit = Math.max(MaxTtl.NONE, seconds);
                face.buckets()
                        .update(
                                changed.bucket(),
                                settings.with(Map.of(BucketSettings.MAX_TTL, Integer.toString(limit))));
            } else {
                new ManifestChanges(face.buckets())
                        .modifyCollection(
                                changed.bucket(),
                                changed.scope(),
                                changed.name(),
                                new ManifestChanges.Properties(seconds, null));
            }
        } catch (BucketException refused) {
            throw AdminException.conflict(refused.text());
        }
    }

    @Override
    public String dryRun(Collection collection, RuleChange rule) {
        seconds(rule);
        Map<String, Object> tree = new LinkedHashMap<>(DryRunTree.of(
                collection
                        .outlook()
                        .dryRun(
                                policy -> policy,
                                DryRunTree.week(collection.reading().now())),
                DocumentNames.INSTANCE::write));
        tree.put("note", "maxTTL acts on what is written from then on; it expires nothing that is stored");
        return JSON.writeValueAsString(tree);
    }

    @Override
    public OptionalLong maxTtl(Collection collection) {
        BucketCollection found = find(collection);
        return OptionalLong.of(
                isOfBucket(found)
                        ? found.bucket().settings().maxTtl()
                        : found.definition().maxTtl());
    }
}
