package dev.mayfly.face.couchbase.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.api.RuleChange;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.Buckets;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rule of this face is the maxTTL of a collection, and for the default collection that of its bucket. It acts on what
 * is written from then on, so that no change of it ever expires anything: it is no part of the engine's policy, but written
 * with it as one change.
 */
public final class CouchbasePolicies implements FacePolicies {
    private static final String NOTE = "maxTTL acts on what is written from then on; it expires nothing that is stored";

    private final Buckets buckets;

    public CouchbasePolicies(Buckets buckets) {
        this.buckets = buckets;
    }

    private BucketCollection find(Collection collection) {
        Bucket bucket = buckets.find(collection.name().database());
        BucketCollection found =
                bucket == null ? null : bucket.find(collection.name().collection());
        if (found == null) {
            throw new FaceRefusal(FaceRefusal.Reason.MISSING, "there is no collection " + collection.name());
        }
        return found;
    }

    private static int seconds(RuleChange rule) {
        return switch (rule) {
            case RuleChange.MaxTtl(int seconds) -> seconds;
            case RuleChange.DefaultOff _,
                    RuleChange.DefaultNone _,
                    RuleChange.DefaultAfter _,
                    RuleChange.Field _,
                    RuleChange.Property _ -> throw FaceRefusal.noSuchRule("couchbase", "maxTTL and properties");
        };
    }

    @Override
    public void alone(Collection collection, Runnable work) {
        buckets.alone(work);
    }

    @Override
    public void collect(Collection collecting, List<RuleChange> rules) {
        for (RuleChange rule : rules) {
            if (rule instanceof RuleChange.Property property) {
                PropertyIndexes.collect(collecting, property, PropertyIndexes::request);
                continue;
            }
            int seconds = seconds(rule);
            try {
                LimitChange change = buckets.limitChange(find(collecting), seconds);
                if (change != null) {
                    collecting.definition().changeLimit(change);
                }
            } catch (BucketException refused) {
                throw FaceRefusal.conflict(refused.text());
            }
        }
    }

    @Override
    public void made(Collection collection, List<RuleChange> rules) {
        if (!rules.isEmpty()) {
            buckets.reread(find(collection).bucket());
        }
    }

    @Override
    public @Nullable String note(List<RuleChange> rules) {
        return rules.stream().anyMatch(RuleChange.MaxTtl.class::isInstance) ? NOTE : null;
    }

    @Override
    public OptionalLong maxTtl(Collection collection) {
        BucketCollection found = find(collection);
        return OptionalLong.of(
                found.isDefault()
                        ? found.bucket().settings().maxTtl()
                        : found.definition().maxTtl());
    }
}
