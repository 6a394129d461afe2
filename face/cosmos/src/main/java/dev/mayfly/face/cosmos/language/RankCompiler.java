package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.function.VectorDistance;
import dev.mayfly.face.cosmos.language.rank.ItemScore;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.rank.TextScore;
import dev.mayfly.face.cosmos.language.rank.VectorScore;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Compiles what whole items are ranked by. Used for one query. */
final class RankCompiler {
    private static final String NO_PHRASES =
            "The second argument of the FullTextScore function must be a non-empty array of string literals.";

    private final SqlExpressionCompiler expressions;
    private final SlotTable slots;
    private final SearchSettings settings;

    RankCompiler(SqlExpressionCompiler expressions, SlotTable slots, SearchSettings settings) {
        this.expressions = expressions;
        this.slots = slots;
        this.settings = settings;
    }

    RankScore compile(SqlExpression.Call call) {
        return call.function().equals(SqlFunctions.FUSION) ? fusion(call) : RankScore.of(itemScore(call));
    }

    private ItemScore itemScore(SqlExpression.Call call) {
        return VectorDistance.isNamed(call.function()) ? nearness(call) : score(call);
    }

    private RankScore fusion(SqlExpression.Call call) {
        List<ItemScore> scores = new ArrayList<>();
        for (SqlExpression argument : call.arguments()) {
            if (argument instanceof SqlExpression.Call part && isScore(part.function())) {
                scores.add(itemScore(part));
            }
        }
        int others = call.arguments().size() - scores.size();
        SqlExpression last = call.arguments().getLast();
        if (scores.size() < 2 || others > 1 || (others == 1 && last instanceof SqlExpression.Call)) {
            throw QueryErrors.refusal(
                    "The RRF function takes two or more calls of FullTextScore or VectorDistance, and behind them an array of"
                            + " their weights.");
        }
        return RankScore.fused(
                scores, others == 0 ? Collections.nCopies(scores.size(), 1.0) : weights(last, scores.size()));
    }

    private static boolean isScore(String function) {
        return function.equals(SqlFunctions.SCORE) || VectorDistance.isNamed(function);
    }

    private VectorScore nearness(SqlExpression.Call call) {
        SqlValue[] arguments = new SqlValue[call.arguments().size()];
        Arrays.fill(arguments, SqlValues.UNDEFINED);
        for (int at = 2; at < arguments.length; at++) {
            arguments[at] =
                    constant(call.arguments().get(at), "The options of the VectorDistance function must be constants.");
        }
        VectorMetric metric = expressions.distance(call).metric(arguments);
        if (metric == null) {
            throw QueryErrors.refusal("The options of the VectorDistance function are a boolean, and an object with a"
                    + " distanceFunction of cosine, dotproduct or euclidean.");
        }
        return new VectorScore(
                metric, vector(call.arguments().get(0)), vector(call.arguments().get(1)));
    }

    private VectorScore.Vector vector(SqlExpression expression) {
        List<String> path = Trees.namesOf(expression);
        return path == null
                ? new VectorScore.Given(VectorDistance.vector(constant(
                        expression, "Items are ranked by the distance of property paths and constant vectors alone.")))
                : new VectorScore.Stored(path);
    }

    private List<Double> weights(SqlExpression expression, int number) {
        List<Double> weights = new ArrayList<>();
        if (constant(expression, NO_PHRASES) instanceof SqlArray array) {
            for (SqlValue weight : array) {
                if (weight instanceof SqlNumber known) {
                    weights.add(known.doubleValue());
                }
            }
        }
        if (weights.size() != number) {
            throw QueryErrors.refusal(
                    "The weights of the RRF function must be an array of as many numbers as it fuses scores.");
        }
        return weights;
    }

    private TextScore score(SqlExpression.Call call) {
        List<String> path = Trees.namesOf(call.arguments().getFirst());
        if (path == null || path.isEmpty()) {
            throw QueryErrors.refusal("The first argument of the FullTextScore function must be a property path.");
        }
        List<String> phrases = new ArrayList<>();
        for (SqlExpression argument :
                call.arguments().subList(1, call.arguments().size())) {
            switch (constant(argument, NO_PHRASES)) {
                case SqlString phrase -> phrases.add(phrase.stringValue());
                case SqlArray array when array.size() > 0 -> array.forEach(element -> phrases.add(phrase(element)));
                default -> throw noPhrases();
            }
        }
        NaturalLanguage language = settings.languageOf(path);
        return new TextScore(path, SearchSettings.analyzer(language), phrases);
    }

    private static String phrase(SqlValue value) {
        if (value instanceof SqlString phrase) {
            return phrase.stringValue();
        }
        throw noPhrases();
    }

    private static CosmosException noPhrases() {
        return QueryErrors.refusal(NO_PHRASES);
    }

    private SqlValue constant(SqlExpression expression, String refusal) {
        if (expressions.compile(expression, slots) instanceof SqlConstant(SqlValue value)) {
            return value;
        }
        throw QueryErrors.refusal(refusal);
    }
}
