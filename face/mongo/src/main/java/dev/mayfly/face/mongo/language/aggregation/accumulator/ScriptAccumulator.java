package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.script.FunctionText;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $accumulator}: a state that functions in JavaScript make, change, merge and finish. */
final class ScriptAccumulator implements Accumulator {
    private static final String NAME = "$accumulator";
    private static final List<String> ARGUMENTS =
            List.of("init", "initArgs", "accumulate", "accumulateArgs", "merge", "finalize", "lang");

    private final Functions functions;
    private BsonValue state;

    private ScriptAccumulator(Functions functions, BsonValue state) {
        this.functions = functions;
        this.state = state;
    }

    /** What all groups have in common. */
    private record Functions(
            FunctionText init,
            Expression initArguments,
            FunctionText accumulate,
            Expression accumulateArguments,
            FunctionText merge,
            @Nullable FunctionText last) {}

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        RequestFunctions.requireEnabled();
        if (!argument.isDocument()) {
            throw location(4544703, NAME + " expects an object as an argument; found: " + TypeNames.of(argument));
        }
        BsonDocument spec = argument.asDocument();
        for (String given : spec.keySet()) {
            if (!ARGUMENTS.contains(given)) {
                throw location(4544702, NAME + " got an unexpected argument: " + given);
            }
        }
        if (!new BsonString("js").equals(required(spec, "lang"))) {
            throw location(4544700, NAME + " only supports lang: 'js'");
        }
        Functions functions = new Functions(
                function(spec, "init"),
                ExpressionCompiler.compile(spec.get("initArgs", new BsonArray()), scope.variables()),
                function(spec, "accumulate"),
                ExpressionCompiler.compile(required(spec, "accumulateArgs"), scope.variables()),
                function(spec, "merge"),
                spec.containsKey("finalize") ? function(spec, "finalize") : null);
        return (group, variables) -> new ScriptAccumulator(functions, start(functions, group, variables));
    }

    private static BsonValue required(BsonDocument spec, String name) {
        BsonValue value = spec.get(name);
        if (value == null) {
            throw location(4544704, NAME + " missing required argument '" + name + "'");
        }
        return value;
    }

    private static FunctionText function(BsonDocument spec, String name) {
        FunctionText function = FunctionText.of(required(spec, name));
        if (function == null) {
            throw location(
                    4544701,
                    NAME + " '" + name + "' must be a String or Code, but found: "
                            + TypeNames.of(required(spec, name)));
        }
        return function;
    }

    private static BsonValue start(Functions functions, View group, Variables variables) {
        BsonValue arguments = functions.initArguments.evaluate(group, variables);
        if (!arguments.isArray()) {
            throw location(4544711, NAME + " initArgs must evaluate to an array: " + TypeNames.of(arguments));
        }
        return call(functions.init, arguments.asArray());
    }

    private static BsonValue call(FunctionText function, List<BsonValue> arguments) {
        return RequestFunctions.current().within(function.scope()).evaluate(function.code(), arguments);
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue arguments = functions.accumulateArguments.evaluate(row, variables);
        if (!arguments.isArray()) {
            throw location(4544712, NAME + " accumulateArgs must evaluate to an array: " + TypeNames.of(arguments));
        }
        List<BsonValue> values = new ArrayList<>(arguments.asArray().size() + 1);
        values.add(state);
        values.addAll(arguments.asArray());
        state = call(functions.accumulate, values);
    }

    @Override
    public BsonValue state() {
        return state;
    }

    @Override
    public void absorb(BsonValue other) {
        state = call(functions.merge, List.of(state, other));
    }

    @Override
    public BsonValue result() {
        BsonValue result = functions.last == null ? state : call(functions.last, List.of(state));
        return result instanceof BsonUndefined ? ExpressionValues.NULL : result;
    }

    @Override
    public long bytes() {
        return HeapSize.of(state);
    }
}
