package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Compiles the filter on deadlines: {@code {$expiresAt: {$gte: Date, $lt: Date}}} or {@code {$expiresAt: {$exists: false}}}. */
final class ExpiresCompiler {
    private long from = Long.MIN_VALUE;
    private long until = Deadlines.NO_DEADLINE;
    private boolean never;
    private boolean ever = true;

    private ExpiresCompiler() {}

    static MongoFilter compile(BsonValue spec) {
        if (!spec.isDocument() || spec.asDocument().isEmpty()) {
            throw QueryException.badValue(
                    DeadlineField.FILTER + " needs an object such as {$lt: Date} or {$exists: false}");
        }
        ExpiresCompiler compiler = new ExpiresCompiler();
        compiler.readAll(spec.asDocument());
        return compiler.ever
                ? new MongoFilter.Expires(compiler.from, compiler.until, false)
                : new MongoFilter.Expires(Deadlines.NO_DEADLINE, Long.MIN_VALUE, compiler.never);
    }

    private void readAll(BsonDocument spec) {
        for (Map.Entry<String, BsonValue> test : spec.entrySet()) {
            if (test.getKey().equals("$exists")) {
                exists(test.getValue());
            } else {
                compared(test.getKey(), test.getValue());
            }
        }
        if (spec.size() > 1 && !ever) {
            throw QueryException.badValue("{$exists: false} stands alone in " + DeadlineField.FILTER);
        }
    }

    private void exists(BsonValue value) {
        if (!(value instanceof BsonBoolean wanted)) {
            throw QueryException.badValue("$exists in " + DeadlineField.FILTER + " needs true or false");
        }
        ever = wanted.getValue();
        never = !ever;
    }

    private void compared(String operator, BsonValue value) {
        if (!(value instanceof BsonDateTime date)) {
            throw QueryException.badValue(operator + " in " + DeadlineField.FILTER + " needs a Date");
        }
        long at = date.getValue();
        long behind = Deadlines.plus(at, 1);
        switch (operator) {
            case "$lt" -> until = Math.min(until, at);
            case "$lte" -> until = Math.min(until, behind);
            case "$gt" -> from = Math.max(from, behind);
            case "$gte" -> from = Math.max(from, at);
            case "$eq" -> {
                from = Math.max(from, at);
                until = Math.min(until, behind);
            }
            default -> throw QueryException.badValue("unknown operator in " + DeadlineField.FILTER + ": " + operator);
        }
    }
}
