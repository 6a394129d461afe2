package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A compiled schema. Immutable and safe for concurrent use. */
public final class JsonSchema {
    /** Limit on the nesting depth of schemas. */
    static final int DEPTH_MAX = 100;

    private final List<SchemaRule> rules;
    private final @Nullable String title;
    private final @Nullable String description;

    JsonSchema(List<SchemaRule> rules, @Nullable String title, @Nullable String description) {
        this.rules = List.copyOf(rules);
        this.title = title;
        this.description = description;
    }

    /**
     * Compiles the argument of {@code $jsonSchema}.
     *
     * @throws QueryException when MongoDB would refuse it
     */
    public static JsonSchema parse(BsonValue schema) {
        if (!schema.isDocument()) {
            throw new QueryException(14, "TypeMismatch", "$jsonSchema must be an object");
        }
        return SchemaParser.parse(schema.asDocument());
    }

    public boolean holds(View value) {
        for (int i = 0; i < rules.size(); i++) {
            if (!rules.get(i).holds(value)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the description, for the client, of a document that the schema refuses. */
    public BsonDocument failure(View document) {
        return described(Failure.of("$jsonSchema")).append("schemaRulesNotSatisfied", failures(document));
    }

    /** Each of its rules that does not hold. */
    BsonArray failures(View value) {
        BsonArray failures = new BsonArray();
        for (SchemaRule rule : rules) {
            if (!rule.holds(value)) {
                failures.add(rule.failure(value));
            }
        }
        return failures;
    }

    /** Adds what the schema says about itself. */
    BsonDocument described(BsonDocument failure) {
        if (title != null) {
            failure.append("title", new BsonString(title));
        }
        if (description != null) {
            failure.append("description", new BsonString(description));
        }
        return failure;
    }
}
