package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The table of update operators: how each adds one path with its argument to the tree. */
@FunctionalInterface
interface Modifiers {
    Map<String, Modifiers> TABLE = Map.ofEntries(
            Map.entry("$set", plain(SetModifier::new)),
            Map.entry("$setOnInsert", plain(SetOnInsertModifier::new)),
            Map.entry("$unset", plain((_, _) -> UnsetModifier.UNSET)),
            Map.entry("$inc", plain(ArithmeticModifier::inc)),
            Map.entry("$mul", plain(ArithmeticModifier::mul)),
            Map.entry("$min", comparing(CompareModifier::min)),
            Map.entry("$max", comparing(CompareModifier::max)),
            Map.entry("$rename", (tree, path, argument, _) -> RenameModifier.add(tree, path, argument)),
            Map.entry("$push", comparing(PushModifier::compile)),
            Map.entry("$pull", comparing(PullModifier::matching)),
            Map.entry("$pullAll", comparing(PullModifier::all)),
            Map.entry("$addToSet", comparing(AddToSetModifier::compile)),
            Map.entry("$pop", plain(PopModifier::compile)),
            Map.entry("$currentDate", plain(CurrentDateModifier::compile)),
            Map.entry("$bit", plain(BitModifier::compile)));

    void add(UpdateTree tree, String path, BsonValue argument, Variables variables);

    static @Nullable Modifiers named(String operator) {
        return TABLE.get(operator);
    }

    private static Modifiers plain(ModifierFactory factory) {
        return (tree, path, argument, _) -> tree.add(path, factory.make(path, argument));
    }

    /** Creates modifiers that compare values. */
    private static Modifiers comparing(ComparingFactory factory) {
        return (tree, path, argument, variables) -> tree.add(path, factory.make(path, argument, variables));
    }

    /** Makes the modifier of one operator, or refuses its argument. */
    @FunctionalInterface
    interface ModifierFactory {
        Modifier make(String path, BsonValue argument);
    }

    /** Makes the modifier of an operator that compares texts as the variables say. */
    @FunctionalInterface
    interface ComparingFactory {
        Modifier make(String path, BsonValue argument, Variables variables);
    }
}
