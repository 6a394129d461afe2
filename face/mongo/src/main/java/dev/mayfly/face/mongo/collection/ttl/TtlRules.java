package dev.mayfly.face.mongo.collection.ttl;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.PropertyOption;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.collection.TtlSeconds;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;

/** Changes the rules of expiry that rest on indexes. */
public final class TtlRules {
    private TtlRules() {}

    /** Returns whether the index stands for the rule over the last modification. */
    public static boolean isOfTs(IndexDefinition index) {
        BsonDocument key = IndexListing.key(index);
        return key.size() == 1 && key.getFirstKey().equals(IndexSpec.TS) && !PropertyOption.isOf(index);
    }

    /**
     * Sets the number of seconds of an index, and adds a rule if it had none.
     *
     * @return the seconds before; empty if it had no rule
     */
    public static OptionalLong change(Collection collection, IndexDefinition index, long seconds) {
        if (IndexListing.key(index).size() > 1) {
            throw invalid("TTL indexes are single-field indexes, compound indexes do not support TTL");
        }
        if (CappedLimits.of(collection.record()) != null) {
            throw invalid("TTL indexes are not supported for capped collections.");
        }
        if (TimeSeries.of(collection.record()) != null) {
            throw invalid("TTL indexes are not supported for time-series collections. Please refer to the documentation"
                    + " and use the top-level 'expireAfterSeconds' option instead");
        }
        OptionalLong before = IndexListing.seconds(collection.record(), index);
        if (before.isPresent()) {
            collection.definition().changePolicy(policy -> changed(policy, index, seconds));
        } else if (index.kind() == IndexDefinition.Kind.ORDERED && !IndexListing.isHashed(index)) {
            collection.definition().addRule(index.name(), newRule(collection, index, seconds));
        } else {
            throw invalid("Index type cannot be a TTL index");
        }
        collection.indexUse().begin(index.id());
        return before;
    }

    private static IndexRequest.TtlRule newRule(Collection collection, IndexDefinition index, long seconds) {
        if (!isOfTs(index)) {
            String field = IndexListing.key(index).getFirstKey();
            return new IndexRequest.TtlRule.OverField(FieldPath.of(field), seconds);
        }
        if (index.unique() || index.partial().length > 0) {
            throw invalid(IndexSpec.LIFETIME_IS_OF_ALL);
        }
        boolean second =
                collection.record().indexes().stream().anyMatch(other -> other.kind() == IndexDefinition.Kind.LIFETIME);
        if (second) {
            throw invalid("another TTL index on '_ts' is there already");
        }
        return new IndexRequest.TtlRule.OverModified(
                seconds == TtlSeconds.NO_DEFAULT ? OptionalLong.empty() : OptionalLong.of(seconds));
    }

    private static Policy changed(Policy policy, IndexDefinition index, long seconds) {
        return policy.withRules(replaced(policy, index, seconds))
                .withProperties(policy.properties().stream()
                        .map(rule -> rule.queue() == index.id() ? new PropertyRule(index.id(), seconds) : rule)
                        .toList());
    }

    private static List<Rule> replaced(Policy policy, IndexDefinition index, long seconds) {
        return policy.rules().stream()
                .map(rule -> IndexListing.isOf(rule, index) ? withSeconds(rule, seconds) : rule)
                .toList();
    }

    private static Rule withSeconds(Rule rule, long seconds) {
        return switch (rule) {
            case Rule.Field field -> new Rule.Field(field.queue(), seconds);
            case Rule.Modified _ ->
                seconds == TtlSeconds.NO_DEFAULT
                        ? new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0)
                        : new Rule.Modified(Rule.Modified.Kind.AFTER, seconds);
            case Rule.Absolute absolute -> absolute;
        };
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
