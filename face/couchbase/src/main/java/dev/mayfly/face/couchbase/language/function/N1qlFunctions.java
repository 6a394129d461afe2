package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionDefinition;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** All functions of one row's values, by their names without regard to case. {@link Aggregates} are not among them. */
public final class N1qlFunctions {
    private static final N1qlFunctionTable TABLE = new N1qlFunctionTable()
            .with(TypeFunctions::addTo)
            .with(ConditionalFunctions::addTo)
            .with(NumberFunctions::addTo)
            .with(BitFunctions::addTo)
            .with(StringFunctions::addTo)
            .with(PositionFunctions::addTo)
            .with(RegexpFunctions::addTo)
            .with(ArrayFunctions::addTo)
            .with(SetFunctions::addTo)
            .with(ObjectFunctions::addTo)
            .with(NestedFunctions::addTo)
            .with(TokenFunctions::addTo)
            .with(DigestFunctions::addTo)
            .with(PrefixFunctions::addTo)
            .with(MaskFunction::addTo)
            .with(TimeSeriesFunction::addTo)
            .with(JsonFunctions::addTo)
            .with(DateFunctions::addTo)
            .with(MetaFunctions::addTo)
            .with(VectorFunctions::addTo);

    /** The service's functions that are not supported here. */
    private static final Set<String> UNSUPPORTED = Set.of(
            "ABORT",
            "ADVISOR",
            "COMPRESS",
            "CURL",
            "EVALUATE",
            "EXTRACTDDL",
            "FINDERR",
            "FORMALISE",
            "FORMALIZE",
            "INDEXINFO",
            "INFER",
            "INFERVALUE",
            "INFER_VALUE",
            "MULTIKEY_OBJECTS",
            "NODE_UUID",
            "OBJECT_REMOVE_FIELDS",
            "REDACT",
            "SANITIZE",
            "SANITIZE_STATEMENT",
            "SEARCH",
            "SEARCH_META",
            "SEARCH_SCORE",
            "SUCCESSOR",
            "UNCOMPRESS",
            "UNNEST_POS",
            "UNNEST_POSITION");

    /** The service's argument limit of variadic functions. */
    private static final int ARGUMENTS_MAX = 32_767;

    private N1qlFunctions() {}

    public static boolean contains(String name) {
        return TABLE.find(name) != null;
    }

    /** Returns whether the service has a function of this name, be it one that is refused here. */
    public static boolean isOfService(String name) {
        return contains(name) || UNSUPPORTED.contains(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Returns the evaluator of one call.
     *
     * @throws N1qlException when there is no such function, or it takes another number of arguments
     */
    public static N1qlEvaluator resolve(String name, int arguments) {
        check(name, arguments, "", "");
        return definitionOf(name).evaluators().get();
    }

    /**
     * Checks that a call is valid.
     *
     * @param name as it is written
     * @param near where the name stands
     * @param argumentsNear where the arguments begin
     * @throws N1qlException when there is no such function, or it takes another number of arguments
     */
    public static void check(String name, int arguments, String near, String argumentsNear) {
        FunctionDefinition<N1qlEvaluator> definition = definitionOf(name, near);
        if (!definition.takes(arguments)) {
            throw wrongArguments(name, definition.least(), definition.most(), argumentsNear);
        }
    }

    /** A call of a function with another number of arguments than it takes. */
    public static N1qlException wrongArguments(String name, int least, int most, String near) {
        String arity =
                least == most ? Integer.toString(least) : "between " + least + " and " + Math.min(most, ARGUMENTS_MAX);
        return new N1qlException(
                N1qlException.PARSE, "Number of arguments to function " + name + " must be " + arity + near + ".");
    }

    /**
     * Returns whether the value depends on the arguments alone, so that a call of constants is a constant.
     *
     * @throws N1qlException when there is no such function
     */
    public static boolean isPure(String name) {
        return definitionOf(name).pure();
    }

    private static FunctionDefinition<N1qlEvaluator> definitionOf(String name) {
        return definitionOf(name, "");
    }

    private static FunctionDefinition<N1qlEvaluator> definitionOf(String name, String near) {
        FunctionDefinition<N1qlEvaluator> definition = TABLE.find(name);
        if (definition == null) {
            String upper = name.toUpperCase(Locale.ROOT);
            throw new N1qlException(
                    N1qlException.PARSE,
                    UNSUPPORTED.contains(upper)
                            ? "The function " + upper + " is not supported."
                            : "Invalid function " + name + near);
        }
        return definition;
    }

    /** The names, in capitals, of functions of the service that are refused. */
    public static SortedSet<String> unsupported() {
        return new TreeSet<>(UNSUPPORTED);
    }

    /** Returns the identity shared by all names of one function. */
    static Object identity(String name) {
        return definitionOf(name).evaluators();
    }

    /** The names of all functions there are, in capitals, other names of the same function too. */
    public static SortedSet<String> names() {
        return new TreeSet<>(TABLE.names());
    }
}
