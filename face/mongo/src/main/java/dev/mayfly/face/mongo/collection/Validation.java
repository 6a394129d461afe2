package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.FilterFailure;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a collection's documents must satisfy. Immutable and safe for concurrent use.
 *
 * @param source the filter that documents must match, as its client wrote it
 */
public record Validation(BsonDocument source, MongoFilter filter, Variables variables, Level level, Action action) {
    private static final Set<String> FORBIDDEN = Set.of("$text", "$where", "$near", "$nearSphere", "$geoNear");
    private static final Set<String> DATABASES = Set.of("admin", "local", "config");

    /** The writes that are checked. */
    public enum Level {
        OFF,
        /** All writes. */
        STRICT,
        /** All writes but updates of documents that did not match before. */
        MODERATE
    }

    /** The action for a document that does not match. */
    public enum Action {
        ERROR,
        WARN
    }

    /** Returns the collection's rule, or null if it has none. On the path of every write. */
    public static @Nullable Validation of(CollectionRecord record, long nowMillis) {
        BsonView options = CollectionSettings.view(record);
        View validator = options == null ? null : options.field("validator");
        if (options == null || validator == null) {
            return null;
        }
        Level level = level(text(options, "validationLevel", "strict"));
        BsonDocument source = validator.toBsonValue().asDocument();
        if (level == Level.OFF || source.isEmpty()) {
            return null;
        }
        Variables variables = Variables.at(nowMillis).withCollation(CollectionSettings.collation(record));
        return new Validation(
                source,
                FilterCompiler.compile(source, variables),
                variables,
                level,
                action(text(options, "validationAction", "error")));
    }

    private static String text(BsonView options, String field, String otherwise) {
        View value = options.field(field);
        return value == null ? otherwise : value.stringValue();
    }

    /** Refuses validators that no collection may have. */
    public static void check(String database, String collection, BsonDocument validator) {
        if (!validator.isEmpty() && DATABASES.contains(database)) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "Document validators are not allowed on collection " + database + "." + collection + " in the "
                            + database + " database");
        }
        requireAllowed(validator);
        FilterCompiler.refuseDeadlines(FilterCompiler.compile(validator, Variables.at(0)));
    }

    private static void requireAllowed(BsonValue filter) {
        if (filter.isDocument()) {
            filter.asDocument().forEach((name, value) -> {
                if (name.equals("$function")) {
                    throw new CommandError(4660800, "$function cannot be used inside a validator.");
                }
                if (FORBIDDEN.contains(name)) {
                    throw new CommandError(224, "QueryFeatureNotAllowed", name + " is not allowed in this context");
                }
                requireAllowed(value);
            });
        } else if (filter.isArray()) {
            filter.asArray().forEach(Validation::requireAllowed);
        }
    }

    public static Level level(String name) {
        return switch (name) {
            case "off" -> Level.OFF;
            case "strict" -> Level.STRICT;
            case "moderate" -> Level.MODERATE;
            default -> throw unknown("validationLevel", name);
        };
    }

    public static Action action(String name) {
        return switch (name) {
            case "error" -> Action.ERROR;
            case "warn" -> Action.WARN;
            default -> throw unknown("validationAction", name);
        };
    }

    private static CommandError unknown(String field, String name) {
        return new CommandError(
                MongoCode.BAD_VALUE,
                "Enumeration value '" + name + "' for field '" + field + "' is not a valid value.");
    }

    /** Returns whether a document may be changed into this one. */
    public boolean allows(View document, @Nullable View before) {
        return filter.matches(document) || (level == Level.MODERATE && before != null && !filter.matches(before));
    }

    /** Returns the description, for the client, of a document that is refused. */
    public BsonDocument failure(BsonDocument document) {
        return new BsonDocument("failingDocumentId", document.getOrDefault("_id", BsonNull.VALUE))
                .append("details", FilterFailure.of(source, document, variables));
    }

    @Override
    public String toString() {
        return ShellText.of(source);
    }
}
