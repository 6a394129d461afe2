package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.StringValues;
import dev.mayfly.face.mongo.language.expression.value.TypeConversion;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Types: asked for, and converted to. */
final class TypeOperators {
    private static final NamedArguments.Codes CONVERT = new NamedArguments.Codes(ArgumentWording.CONVERSION, 9, 9, 9);

    private TypeOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$type", Nary.one(value -> new BsonString(TypeNames.of(value))));
        table.put("$isNumber", Nary.one(value -> ExpressionValues.of(ExpressionValues.isNumber(value))));
        table.put("$bsonSize", Nary.one(TypeOperators::bsonSize));
        table.put("$binarySize", Nary.one(TypeOperators::binarySize));
        table.put("$convert", TypeOperators::convert);
        table.put("$toInt", to(BsonType.INT32));
        table.put("$toLong", to(BsonType.INT64));
        table.put("$toDouble", to(BsonType.DOUBLE));
        table.put("$toDecimal", to(BsonType.DECIMAL128));
        table.put("$toString", to(BsonType.STRING));
        table.put("$toBool", to(BsonType.BOOLEAN));
        table.put("$toDate", to(BsonType.DATE_TIME));
        table.put("$toObjectId", to(BsonType.OBJECT_ID));
    }

    private static Operator to(BsonType target) {
        Operator conversion = Nary.one(
                value -> ExpressionValues.isNullish(value) ? ExpressionValues.NULL : TypeConversion.to(target, value));
        return (name, argument, scope) -> {
            int count = argument.isArray() ? argument.asArray().size() : 1;
            if (count != 1) {
                throw location(50723, name + " requires a single argument, got " + count);
            }
            return conversion.compile(name, argument, scope);
        };
    }

    private static Expression convert(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, CONVERT, "input", "to", "onError", "onNull");
        Expression input = named.required("input");
        Expression to = named.required("to");
        Expression onNull = named.orNull("onNull");
        Expression onError = named.optional("onError");
        boolean hasOnError = named.has("onError");
        return (root, variables) -> {
            BsonValue target = to.evaluate(root, variables);
            BsonValue value = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(value)) {
                return onNull.evaluate(root, variables);
            }
            if (ExpressionValues.isNullish(target)) {
                return ExpressionValues.NULL;
            }
            BsonType type = target(target);
            try {
                return TypeConversion.to(type, value);
            } catch (QueryException e) {
                if (hasOnError && e.code() == 241) {
                    return onError.evaluate(root, variables);
                }
                throw e;
            }
        };
    }

    private static BsonType target(BsonValue target) {
        if (target.isString()) {
            String name = target.asString().getValue();
            return switch (name) {
                case "double" -> BsonType.DOUBLE;
                case "string" -> BsonType.STRING;
                case "objectId" -> BsonType.OBJECT_ID;
                case "bool" -> BsonType.BOOLEAN;
                case "date" -> BsonType.DATE_TIME;
                case "int" -> BsonType.INT32;
                case "long" -> BsonType.INT64;
                case "decimal" -> BsonType.DECIMAL128;
                default -> other(name);
            };
        }
        if (!ExpressionValues.isNumber(target)) {
            throw failedToParse("$convert's 'to' argument must be a string or number, but is " + TypeNames.of(target));
        }
        Integer number = ExpressionValues.intOf(target);
        if (number == null) {
            throw failedToParse("In $convert, numeric 'to' argument is not an integer");
        }
        BsonType type = BsonType.findByValue(number);
        if (type == null) {
            throw failedToParse("In $convert, numeric value for 'to' does not correspond to a BSON type: " + number);
        }
        return type;
    }

    /** A type that nothing can be converted to, but that there is. */
    private static BsonType other(String name) {
        for (BsonType type : BsonType.values()) {
            if (type != BsonType.END_OF_DOCUMENT && TypeNames.of(type).equals(name)) {
                return type;
            }
        }
        throw new QueryException(2, "BadValue", "Unknown type name: " + name);
    }

    private static BsonValue bsonSize(BsonValue value) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (!value.isDocument()) {
            throw location(31393, "$bsonSize requires a document input, found: " + TypeNames.of(value));
        }
        return new BsonInt32((int) BsonSize.of(value));
    }

    private static BsonValue binarySize(BsonValue value) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (value.isString()) {
            return new BsonInt32(StringValues.bytes(value.asString().getValue()).length);
        }
        if (value.isBinary()) {
            return new BsonInt32(value.asBinary().getData().length);
        }
        throw location(51276, "$binarySize requires a string or BinData argument, found: " + TypeNames.of(value));
    }
}
