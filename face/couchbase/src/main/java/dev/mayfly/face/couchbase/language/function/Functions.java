package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** All functions of one row's values, by their names without regard to case. {@link Aggregates} are not among them. */
public final class Functions {
    private static final Map<String, Definition> BY_NAME = new FunctionTable()
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
            .build();

    /** What the service has and this does not. */
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
            "RECURSIVE_CTE",
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

    private Functions() {}

    public static boolean contains(String name) {
        return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
    }

    /**
     * What carries out one call.
     *
     * @throws QueryException when there is no such function, or it takes another number of arguments
     */
    public static Evaluator resolve(String name, int arguments) {
        Definition definition = definitionOf(name);
        if (!definition.takes(arguments)) {
            throw new QueryException(
                    QueryException.PARSE,
                    "Number of arguments to function " + definition.name() + " must be " + definition.arity() + ".");
        }
        return definition.evaluators().get();
    }

    /**
     * Whether the value depends on the arguments alone, so that a call of constants is a constant.
     *
     * @throws QueryException when there is no such function
     */
    public static boolean isPure(String name) {
        return definitionOf(name).pure();
    }

    private static Definition definitionOf(String name) {
        Definition definition = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (definition == null) {
            String upper = name.toUpperCase(Locale.ROOT);
            throw new QueryException(
                    QueryException.PARSE,
                    UNSUPPORTED.contains(upper)
                            ? "The function " + upper + " is not supported."
                            : "Invalid function " + upper);
        }
        return definition;
    }

    /** The names, in capitals, of functions of the service that are refused. */
    public static SortedSet<String> unsupported() {
        return new TreeSet<>(UNSUPPORTED);
    }

    /** What all names of one function have in common. */
    static Object identity(String name) {
        return definitionOf(name).evaluators();
    }

    /** The names of all functions there are, in capitals, other names of the same function too. */
    public static SortedSet<String> names() {
        return new TreeSet<>(BY_NAME.keySet());
    }
}
