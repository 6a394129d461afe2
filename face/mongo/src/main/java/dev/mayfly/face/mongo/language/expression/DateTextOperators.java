package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.conversionFailure;
import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.QueryException;
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
    private static final NamedArguments.Codes WRITE = new NamedArguments.Codes(18629, 18534, 18628);
    private static final NamedArguments.Codes READ = new NamedArguments.Codes(40540, 40541, 40542);

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
            if (Values.isNullish(instant)) {
                return onNull.evaluate(root, variables);
            }
            BsonValue pattern = format.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            if ((hasFormat && Values.isNullish(pattern)) || (hasZone && Values.isNullish(zoneName))) {
                return Values.NULL;
            }
            ZoneId at = DateValues.zone(name, zoneName);
            return new BsonString(writer(hasFormat ? pattern : null, at).format(DateValues.millis(instant), at));
        };
    }

    private static DateFormat writer(@Nullable BsonValue pattern, ZoneId zone) {
        if (pattern == null) {
            return zone.equals(ZoneOffset.UTC) ? DateFormat.ISO : DateFormat.ISO_LOCAL;
        }
        if (!pattern.isString()) {
            throw location(18533, "$dateToString requires that 'format' be a string, found: " + TypeNames.of(pattern));
        }
        return DateFormat.forWriting(pattern.asString().getValue());
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
            BsonValue pattern = format.evaluate(root, variables);
            BsonValue zoneName = zone.evaluate(root, variables);
            BsonValue value = text.evaluate(root, variables);
            if (Values.isNullish(value)) {
                return onNull.evaluate(root, variables);
            }
            if ((hasFormat && Values.isNullish(pattern)) || (hasZone && Values.isNullish(zoneName))) {
                return Values.NULL;
            }
            ZoneId beside = hasZone ? DateValues.zone(name, zoneName) : null;
            try {
                return read(value, reader(pattern), beside);
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

    private static @Nullable DateFormat reader(BsonValue pattern) {
        if (Values.isMissing(pattern)) {
            return null;
        }
        if (!pattern.isString()) {
            throw location(
                    40684, "$dateFromString requires that 'format' be a string, found: " + TypeNames.of(pattern));
        }
        return DateFormat.forReading(pattern.asString().getValue());
    }

    private static BsonValue read(BsonValue text, @Nullable DateFormat format, @Nullable ZoneId zone) {
        if (!text.isString()) {
            throw conversionFailure(
                    "$dateFromString requires that 'dateString' be a string, found: " + TypeNames.of(text));
        }
        String content = text.asString().getValue();
        return new BsonDateTime(
                format == null ? DateText.iso(content, zone) : DateText.formatted(content, format, zone));
    }
}
