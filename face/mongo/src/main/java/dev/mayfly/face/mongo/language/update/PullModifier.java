package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.Filter;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $pull} and {@code $pullAll}: drop the elements that a condition, or a list, names. */
final class PullModifier implements Modifier {
    /** Names the element inside the document that a condition on elements is asked about. */
    private static final String ELEMENT = "element";

    private static final Set<String> CLAUSES = Set.of("$and", "$or", "$nor", "$expr", "$comment", "$where", "$text");

    private final Predicate<BsonValue> doomed;

    private PullModifier(Predicate<BsonValue> doomed) {
        this.doomed = doomed;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static PullModifier matching(String path, BsonValue condition, Variables variables) {
        if (condition.isDocument()) {
            return new PullModifier(
                    isAboutElements(condition.asDocument())
                            ? about(condition, variables)
                            : inside(condition.asDocument(), variables));
        }
        Collation collation = variables.collation();
        return new PullModifier(
                condition.isRegularExpression()
                        ? about(condition, variables)
                        : element -> collation.equal(element, condition));
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static PullModifier all(String path, BsonValue argument, Variables variables) {
        if (!argument.isArray()) {
            throw badValue("$pullAll requires an array argument but was given a " + TypeNames.of(argument));
        }
        Collation collation = variables.collation();
        Set<ValueKey> values = new HashSet<>();
        argument.asArray().forEach(value -> values.add(collation.key(value)));
        return new PullModifier(element -> values.contains(collation.key(element)));
    }

    /** Returns whether the condition begins with an operator such as {@code $gt}, not with a field or a clause. */
    private static boolean isAboutElements(BsonDocument condition) {
        return !condition.isEmpty()
                && condition.getFirstKey().startsWith("$")
                && !CLAUSES.contains(condition.getFirstKey());
    }

    private static Predicate<BsonValue> about(BsonValue condition, Variables variables) {
        Filter filter = FilterCompiler.compile(new BsonDocument(ELEMENT, condition), variables);
        return element -> filter.matches(TreeView.of(new BsonDocument(ELEMENT, element)));
    }

    private static Predicate<BsonValue> inside(BsonDocument condition, Variables variables) {
        Filter filter = FilterCompiler.compile(condition, variables);
        return element -> element.isDocument() && filter.matches(TreeView.of(element));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current == null) {
            return null;
        }
        if (!current.isArray()) {
            throw badValue("Cannot apply $pull to a non-array value");
        }
        BsonArray left = new BsonArray(current.asArray());
        return left.removeIf(doomed) ? left : current;
    }

    @Override
    public boolean creates(Place place) {
        return false;
    }
}
