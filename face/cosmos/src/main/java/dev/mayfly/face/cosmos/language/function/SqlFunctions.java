package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.sql.FunctionDefinition;
import dev.mayfly.base.sql.FunctionTable;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** All functions of one row's values, by their names without regard to case. Aggregates are not among them. */
public final class SqlFunctions {
    /** The expiry of an item, in seconds since the epoch. The service does not have it. */
    public static final String EXPIRES_AT = "MAYFLY_EXPIRES_AT";

    /** The remaining life of an item, in seconds. The service does not have it. */
    public static final String TIME_LEFT = "MAYFLY_TIME_LEFT";

    private static final Set<String> ADDED = Set.of(EXPIRES_AT, TIME_LEFT);
    private static final String UNKNOWN = "SC2005";
    private static final String WRONG_COUNT = "SC2050";
    private static final SqlFunctionTable TABLE = new SqlFunctionTable()
            .with(TypeFunctions::addTo)
            .with(MathFunctions::addTo)
            .with(IntegerFunctions::addTo)
            .with(StringFunctions::addTo)
            .with(SearchFunctions::addTo)
            .with(ConversionFunctions::addTo)
            .with(ArrayFunctions::addTo)
            .with(SetFunctions::addTo)
            .with(DateTimeFunctions::addTo)
            .with(SpatialFunctions::addTo)
            .with(FullTextFunctions::addTo)
            .with(VectorDistance::addTo)
            .with(LifetimeFunctions::addTo);

    /** A score of texts, which is no value of a row: ORDER BY RANK alone can take it. */
    public static final String SCORE = "FULLTEXTSCORE";

    /** The fusion of several scores, which stands there alone, too. */
    public static final String FUSION = "RRF";

    private static final Set<String> RANKING = Set.of("FullTextScore", FUSION);

    private SqlFunctions() {}

    /**
     * Returns the evaluator of one call.
     *
     * @throws FunctionException if there is no such function, or it takes another number of arguments
     */
    public static SqlEvaluator resolve(String name, int arguments) {
        FunctionDefinition<SqlEvaluator> definition = definitionOf(name);
        if (!definition.takes(arguments)) {
            throw new FunctionException(
                    WRONG_COUNT,
                    "The " + definition.name().toUpperCase(Locale.ROOT) + " function requires " + arity(definition)
                            + " argument(s).");
        }
        return definition.evaluators().get();
    }

    /**
     * Returns true if the value depends on the arguments alone, so that a call of constants is a constant.
     *
     * @throws FunctionException if there is no such function
     */
    public static boolean isPure(String name) {
        return definitionOf(name).pure();
    }

    /** Returns true if a function of this name can stand in ORDER BY RANK alone. */
    public static boolean isRanking(String name) {
        return name.equalsIgnoreCase(SCORE) || name.equalsIgnoreCase(FUSION);
    }

    /** Returns true if ORDER BY a call of this name ranks whole items. */
    public static boolean ranksItems(String name) {
        return isRanking(name) || VectorDistance.isNamed(name);
    }

    private static String arity(FunctionDefinition<SqlEvaluator> definition) {
        int least = definition.least();
        int most = definition.most();
        if (least == most) {
            return Integer.toString(least);
        }
        return most == FunctionTable.ANY ? least + " or more" : least + " to " + most;
    }

    private static FunctionDefinition<SqlEvaluator> definitionOf(String name) {
        FunctionDefinition<SqlEvaluator> definition = TABLE.find(name);
        if (definition != null) {
            return definition;
        }
        throw new FunctionException(UNKNOWN, "'" + name + "' is not a recognized built-in function name.");
    }

    /** The names of the functions of the service that there are, as its documentation writes them. */
    public static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(TABLE.names());
        names.removeAll(ADDED);
        return names;
    }

    /** The names of the functions that stand in ORDER BY RANK alone, as the service's documentation writes them. */
    public static SortedSet<String> ranking() {
        return new TreeSet<>(RANKING);
    }

    /** The names of the functions that the service does not have. */
    public static SortedSet<String> added() {
        return new TreeSet<>(ADDED);
    }
}
