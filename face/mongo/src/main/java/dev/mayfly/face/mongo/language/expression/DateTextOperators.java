package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.conversionFailure;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.value.DateParser;
import dev.mayfly.face.mongo.language.expression.value.DatePattern;
import dev.mayfly.face.mongo.language.expression.value.DateValues;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.FormattedDate;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Dates written to text and read from it. */
final class DateTextOperators {
    private static final NamedArguments.Codes WRITE =
            new NamedArguments.Codes(ArgumentWording.ARGUMENT, 18629, 18534, 18628);
    private static final NamedArguments.Codes READ =
            new NamedArguments.Codes(ArgumentWording.READ_DATE, 40540, 40541, 40542);

    private DateTextOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$dateToString", DateTextOperators::toText);
        table.put("$dateFromString", DateTextOperators::fromText);
    }

    private static Expression toText(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, WRITE, "date", "format", "timezone", "onNull");
        Expression date = named.required("date");
        Expression format = named.optional("format");
        Expression zone = named.optional("timezone");
        Expression onNull = named.orNull("onNull");
        boolean hasFormat = named.has("format");
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            BsonValue instant = date.evaluate(root, variables);
            BsonValue pattern = format.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            // A wrong format and a wrong zone are refused whatever the date is; only then nothing comes of nothing.
            DatePattern chosen = ExpressionValues.isNullish(pattern) ? null : writer(pattern);
            ZoneId at = DateValues.zone(zoneName);
            if (ExpressionValues.isNullish(instant)) {
                return onNull.evaluate(root, variables);
            }
            if ((hasFormat && chosen == null) || (hasZone && ExpressionValues.isNullish(zoneName))) {
                return ExpressionValues.NULL;
            }
            DatePattern usual = at.equals(ZoneOffset.UTC) ? DatePattern.ISO : DatePattern.ISO_LOCAL;
            return new BsonString((chosen == null ? usual : chosen).format(DateValues.millis(instant), at));
        };
    }

    private static DatePattern writer(BsonValue pattern) {
        if (!pattern.isString()) {
            throw location(18533, "$dateToString requires that 'format' be a string, found: " + shown(pattern));
        }
        return DatePattern.forWriting(pattern.asString().getValue());
    }

    private static Expression fromText(String name, BsonValue argument, Scope scope) {
        NamedArguments named =
                NamedArguments.of(name, argument, scope, READ, "dateString", "format", "timezone", "onError", "onNull");
        Expression text = named.required("dateString");
        Expression format = named.optional("format");
        Expression zone = named.optional("timezone");
        Expression onNull = named.orNull("onNull");
        Expression onError = named.optional("onError");
        boolean hasOnError = named.has("onError");
        boolean hasFormat = named.has("format");
        boolean hasZone = named.has("timezone");
        return (root, variables) -> {
            BsonValue value = text.evaluate(root, variables);
            BsonValue pattern = format.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            DatePattern chosen = ExpressionValues.isNullish(pattern) ? null : reader(pattern);
            ZoneId at = DateValues.zone(zoneName);
            if (ExpressionValues.isNullish(value)) {
                return onNull.evaluate(root, variables);
            }
            try {
                String content = string(value);
                if ((hasFormat && chosen == null) || (hasZone && ExpressionValues.isNullish(zoneName))) {
                    return ExpressionValues.NULL;
                }
                ZoneId beside = hasZone ? at : null;
                return new BsonDateTime(
                        chosen == null ? DateParser.iso(content, beside) : FormattedDate.read(content, chosen, beside));
            } catch (QueryException e) {
                return orElse(e, hasOnError ? onError : null, root, variables);
            }
        };
    }

    private static BsonValue orElse(
            QueryException failure, @Nullable Expression onError, View root, Variables variables) {
        if (onError == null || failure.code() != 241) {
            throw failure;
        }
        return onError.evaluate(root, variables);
    }

    private static DatePattern reader(BsonValue pattern) {
        if (!pattern.isString()) {
            throw location(40684, "$dateFromString requires that 'format' be a string, found: " + shown(pattern));
        }
        return DatePattern.forReading(pattern.asString().getValue());
    }

    private static String shown(BsonValue value) {
        return TypeNames.of(value) + " with value " + BsonText.of(value);
    }

    private static String string(BsonValue text) {
        if (!text.isString()) {
            throw conversionFailure("$dateFromString requires that 'dateString' be a string, found: " + shown(text));
        }
        return text.asString().getValue();
    }
}
