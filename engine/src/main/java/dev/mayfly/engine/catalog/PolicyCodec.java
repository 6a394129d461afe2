package dev.mayfly.engine.catalog;

import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.ReplacedPolicy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.expiry.Tick;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A policy with its recent past as BSON. */
final class PolicyCodec {
    private PolicyCodec() {}

    static BsonDocument toBson(PolicyState state) {
        return new BsonDocument("current", ofPolicy(state.current()))
                .append("version", new BsonInt64(state.version()))
                .append(
                        "recent",
                        new BsonArray(state.recent().stream()
                                .map(PolicyCodec::ofReplaced)
                                .toList()))
                .append(
                        "graves",
                        new BsonArray(state.graves().stream()
                                .map(PolicyCodec::ofGrave)
                                .toList()))
                .append("tickAt", new BsonInt64(state.tick().instant()))
                .append("tickVersion", new BsonInt64(state.tick().version()));
    }

    static PolicyState fromBson(BsonDocument document) {
        return new PolicyState(
                toPolicy(document.getDocument("current")),
                document.getInt64("version").getValue(),
                CatalogCodec.list(document, "recent").stream()
                        .map(PolicyCodec::toReplaced)
                        .toList(),
                CatalogCodec.list(document, "graves").stream()
                        .map(PolicyCodec::toGrave)
                        .toList(),
                new Tick(
                        document.getInt64("tickAt").getValue(),
                        document.getInt64("tickVersion").getValue()));
    }

    private static BsonDocument ofPolicy(Policy policy) {
        BsonDocument document = new BsonDocument(
                "rules",
                new BsonArray(policy.rules().stream().map(PolicyCodec::ofRule).toList()));
        if (!policy.properties().isEmpty()) {
            document.append(
                    "properties",
                    new BsonArray(policy.properties().stream()
                            .map(PolicyCodec::ofProperty)
                            .toList()));
        }
        return document.append("grace", new BsonInt64(policy.graceMillis()))
                .append("visibility", new BsonString(policy.visibility().name()))
                .append("masked", BsonBoolean.valueOf(policy.masked()));
    }

    private static Policy toPolicy(BsonDocument document) {
        return new Policy(
                CatalogCodec.list(document, "rules").stream()
                        .map(PolicyCodec::toRule)
                        .toList(),
                document.containsKey("properties")
                        ? CatalogCodec.list(document, "properties").stream()
                                .map(PolicyCodec::toProperty)
                                .toList()
                        : List.of(),
                document.getInt64("grace").getValue(),
                Policy.Visibility.valueOf(document.getString("visibility").getValue()),
                document.getBoolean("masked").getValue());
    }

    private static BsonDocument ofProperty(PropertyRule rule) {
        return new BsonDocument("queue", new BsonInt32(rule.queue()))
                .append("seconds", new BsonInt64(rule.afterSeconds()));
    }

    private static PropertyRule toProperty(BsonDocument document) {
        return new PropertyRule(document.getInt32("queue").getValue(), seconds(document));
    }

    private static BsonDocument ofRule(Rule rule) {
        return switch (rule) {
            case Rule.Absolute _ -> new BsonDocument("rule", new BsonString("absolute"));
            case Rule.Field field ->
                new BsonDocument("rule", new BsonString("field"))
                        .append("queue", new BsonInt32(field.queue()))
                        .append("seconds", new BsonInt64(field.afterSeconds()));
            case Rule.Modified modified ->
                new BsonDocument("rule", new BsonString("modified"))
                        .append("kind", new BsonString(modified.kind().name()))
                        .append("seconds", new BsonInt64(modified.seconds()));
        };
    }

    private static Rule toRule(BsonDocument document) {
        String rule = document.getString("rule").getValue();
        return switch (rule) {
            case "absolute" -> new Rule.Absolute();
            case "field" -> new Rule.Field(document.getInt32("queue").getValue(), seconds(document));
            case "modified" ->
                new Rule.Modified(
                        Rule.Modified.Kind.valueOf(document.getString("kind").getValue()), seconds(document));
            default -> throw new IllegalStateException("no rule is called " + rule);
        };
    }

    /** We write whole numbers from 0 on; whatever else stands there must not be taken for a short time. */
    private static long seconds(BsonDocument rule) {
        BsonValue value = rule.get("seconds");
        if (value == null || !value.isNumber()) {
            return Rule.UNREADABLE;
        }
        double number = value.asNumber().doubleValue();
        return number >= 0 ? value.asNumber().longValue() : Rule.UNREADABLE;
    }

    private static BsonDocument ofReplaced(ReplacedPolicy replaced) {
        return new BsonDocument("policy", ofPolicy(replaced.policy()))
                .append("version", new BsonInt64(replaced.version()))
                .append("at", new BsonInt64(replaced.at()))
                .append("changeGrace", new BsonInt64(replaced.changeGraceMillis()))
                .append("suspicious", BsonBoolean.valueOf(replaced.suspicious()));
    }

    private static ReplacedPolicy toReplaced(BsonDocument document) {
        return new ReplacedPolicy(
                toPolicy(document.getDocument("policy")),
                document.getInt64("version").getValue(),
                document.getInt64("at").getValue(),
                document.getInt64("changeGrace").getValue(),
                document.getBoolean("suspicious").getValue());
    }

    private static BsonDocument ofGrave(Grave grave) {
        return new BsonDocument("instant", new BsonInt64(grave.instant()))
                .append("version", new BsonInt64(grave.version()))
                .append(
                        "counted",
                        new BsonArray(grave.counted().stream()
                                .map(one -> new BsonDocument("policy", ofPolicy(one.policy()))
                                        .append("replacedBy", new BsonInt64(one.replacedBy())))
                                .toList()));
    }

    private static Grave toGrave(BsonDocument document) {
        return new Grave(
                document.getInt64("instant").getValue(),
                document.getInt64("version").getValue(),
                CatalogCodec.list(document, "counted").stream()
                        .map(one -> new Grave.Counted(
                                toPolicy(one.getDocument("policy")),
                                one.getInt64("replacedBy").getValue()))
                        .toList());
    }
}
