package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import dev.mayfly.face.mongo.language.value.MeasuredDocument;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Documents: merged, taken apart and put together; fields by computed or awkward names. */
final class ObjectOperators {
    private static final NamedArguments.Codes GET =
            new NamedArguments.Codes(ArgumentWording.FIELD, 3041701, 3041701, 3041702);
    private static final NamedArguments.Codes SET = new NamedArguments.Codes(
            ArgumentWording.FIELD, 4161100, 4161101, Map.of("field", 4161102, "value", 4161103, "input", 4161109));

    private ObjectOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$mergeObjects", Nary.any(ObjectOperators::merge));
        table.put("$objectToArray", Nary.one(ObjectOperators::toArray));
        table.put("$arrayToObject", Nary.one(ObjectOperators::toObject));
        table.put("$getField", ObjectOperators::getField);
        table.put(
                "$setField",
                (name, argument, scope) ->
                        setField(NamedArguments.of(name, argument, scope, SET, "field", "input", "value"), name, true));
        table.put(
                "$unsetField",
                (name, argument, scope) ->
                        setField(NamedArguments.of(name, argument, scope, SET, "field", "input"), name, false));
    }

    private static BsonValue merge(BsonValue[] operands) {
        boolean isList = operands.length == 1 && operands[0].isArray();
        BsonValue[] documents = isList ? operands[0].asArray().toArray(BsonValue[]::new) : operands;
        Growth growth = new Growth("$mergeObjects");
        MeasuredDocument merged = new MeasuredDocument(16);
        for (BsonValue document : documents) {
            if (ExpressionValues.isNullish(document)) {
                continue;
            }
            if (!document.isDocument()) {
                throw location(
                        40400,
                        "$mergeObjects requires object inputs, but input " + BsonText.of(document) + " is of type "
                                + TypeNames.of(document));
            }
            document.asDocument().forEach((name, value) -> growth.set(merged, name, value));
        }
        return merged;
    }

    private static BsonValue toArray(BsonValue value) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (!value.isDocument()) {
            throw location(40390, "$objectToArray requires a document input, found: " + TypeNames.of(value));
        }
        Growth growth = new Growth("$objectToArray");
        MeasuredArray pairs = new MeasuredArray(value.asDocument().size());
        value.asDocument()
                .forEach((name, field) ->
                        growth.append(pairs, new BsonDocument("k", new BsonString(name)).append("v", field)));
        return pairs;
    }

    private static BsonValue toObject(BsonValue value) {
        if (ExpressionValues.isNullish(value)) {
            return ExpressionValues.NULL;
        }
        if (!value.isArray()) {
            throw location(40386, "$arrayToObject requires an array input, found: " + TypeNames.of(value));
        }
        Growth growth = new Growth("$arrayToObject");
        MeasuredDocument document = new MeasuredDocument(16);
        BsonType form = value.asArray().isEmpty()
                ? BsonType.ARRAY
                : value.asArray().getFirst().getBsonType();
        if (form != BsonType.ARRAY && form != BsonType.DOCUMENT) {
            throw location(
                    40398,
                    "Unrecognised input type format for $arrayToObject: "
                            + TypeNames.of(value.asArray().getFirst()));
        }
        boolean asPairs = form == BsonType.ARRAY;
        for (BsonValue element : value.asArray()) {
            if (asPairs) {
                putPair(growth, document, element);
            } else {
                putField(growth, document, element);
            }
        }
        return document;
    }

    private static void putPair(Growth growth, MeasuredDocument document, BsonValue pair) {
        if (!pair.isArray()) {
            throw location(
                    40396,
                    "$arrayToObject requires a consistent input format. Elements must all be arrays or all "
                            + "be objects. Array was detected, now found: " + TypeNames.of(pair));
        }
        if (pair.asArray().size() != 2) {
            throw location(
                    40397,
                    "$arrayToObject requires an array of size 2 arrays,found array of size: "
                            + pair.asArray().size());
        }
        BsonValue name = pair.asArray().get(0);
        if (!name.isString()) {
            throw location(
                    40395,
                    "$arrayToObject requires an array of key-value pairs, where the key must be of type "
                            + "string. Found key type: " + TypeNames.of(name));
        }
        growth.set(document, checkedName(name), pair.asArray().get(1));
    }

    private static void putField(Growth growth, MeasuredDocument document, BsonValue field) {
        if (!field.isDocument()) {
            // MongoDB's servers lack the blank too.
            throw location(
                    40391,
                    "$arrayToObject requires a consistent input format. Elements mustall be arrays or all be objects. "
                            + "Object was detected, now found: " + TypeNames.of(field));
        }
        BsonDocument parts = field.asDocument();
        BsonValue name = parts.get("k");
        BsonValue value = parts.get("v");
        if (parts.size() != 2) {
            throw location(
                    40392,
                    "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:"
                            + parts.size());
        }
        if (name == null || value == null) {
            throw location(
                    40393,
                    "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys " + "from: "
                            + BsonText.of(field));
        }
        if (!name.isString()) {
            throw location(
                    40394,
                    "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must "
                            + "be of type string. Found type: " + TypeNames.of(name));
        }
        growth.set(document, checkedName(name), value);
    }

    private static String checkedName(BsonValue name) {
        String text = name.asString().getValue();
        if (text.indexOf('\0') >= 0) {
            throw location(4940400, "Key field cannot contain an embedded null byte");
        }
        return text;
    }

    private static Expression getField(String name, BsonValue argument, Scope scope) {
        boolean isNamed = argument.isDocument()
                && (argument.asDocument().isEmpty()
                        || !argument.asDocument().getFirstKey().startsWith("$"));
        Expression field;
        Expression input;
        if (isNamed) {
            NamedArguments named = NamedArguments.of(name, argument, scope, GET, "field", "input");
            field = named.required("field");
            input = named.has("input") ? named.required("input") : rootDocument();
        } else {
            field = ExpressionCompiler.compile(argument, scope);
            input = rootDocument();
        }
        return (root, variables) -> {
            BsonValue key = field.evaluate(root, variables);
            if (!key.isString()) {
                throw location(
                        3041704, "$getField requires 'field' to evaluate to type String, but got " + TypeNames.of(key));
            }
            BsonValue document = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(document)) {
                return ExpressionValues.isMissing(document) ? ExpressionValues.MISSING : ExpressionValues.NULL;
            }
            return document.isDocument()
                    ? ExpressionValues.orMissing(
                            document.asDocument().get(key.asString().getValue()))
                    : ExpressionValues.MISSING;
        };
    }

    private static Expression rootDocument() {
        return (root, _) -> ExpressionValues.tree(root);
    }

    private static String constantName(String operator, BsonValue written, Expression field) {
        if (written.isString() && written.asString().getValue().startsWith("$")) {
            String path = written.asString().getValue();
            throw location(
                    4161108,
                    "'" + path + "' is a field path reference which is not allowed in this context. Did you mean "
                            + "{$literal: '" + path + "'}?");
        }
        if (!(field instanceof Literal(BsonValue constant))) {
            throw location(
                    4161106, operator + " requires 'field' to evaluate to a constant, but got a non-constant argument");
        }
        if (!constant.isString()) {
            throw location(
                    4161107,
                    operator + " requires 'field' to evaluate to type String, but got " + TypeNames.of(constant));
        }
        return constant.asString().getValue();
    }

    private static Expression setField(NamedArguments named, String name, boolean sets) {
        Expression field = named.required("field");
        Expression value = sets ? named.required("value") : new Literal(ExpressionValues.MISSING);
        Expression input = named.required("input");
        String key = constantName(name, named.raw("field"), field);
        return (root, variables) -> {
            BsonValue document = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(document)) {
                return ExpressionValues.NULL;
            }
            if (!document.isDocument()) {
                throw location(4161105, "$setField requires 'input' to evaluate to type Object");
            }
            BsonValue next = value.evaluate(root, variables);
            Growth growth = new Growth(name);
            MeasuredDocument changed =
                    new MeasuredDocument(document.asDocument().size() + 1);
            document.asDocument().forEach((each, kept) -> {
                if (!each.equals(key) || !ExpressionValues.isMissing(next)) {
                    growth.set(changed, each, kept);
                }
            });
            if (!ExpressionValues.isMissing(next)) {
                growth.set(changed, key, next);
            }
            return changed;
        };
    }
}
