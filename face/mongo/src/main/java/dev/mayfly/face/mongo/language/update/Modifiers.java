package dev.mayfly.face.mongo.language.update;

import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The table of update operators: how each adds one path with its argument to the tree. */
@FunctionalInterface
interface Modifiers {
    Map<String, Modifiers> TABLE = Map.ofEntries(
            Map.entry("$set", of(SetModifier::new)),
            Map.entry("$setOnInsert", of(SetOnInsertModifier::new)),
            Map.entry("$unset", of((_, _) -> UnsetModifier.UNSET)),
            Map.entry("$inc", of(ArithmeticModifier::inc)),
            Map.entry("$mul", of(ArithmeticModifier::mul)),
            Map.entry("$min", of(CompareModifier::min)),
            Map.entry("$max", of(CompareModifier::max)),
            Map.entry("$rename", RenameModifier::add),
            Map.entry("$push", of(PushModifier::compile)),
            Map.entry("$pull", of(PullModifier::matching)),
            Map.entry("$pullAll", of(PullModifier::all)),
            Map.entry("$addToSet", of(AddToSetModifier::compile)),
            Map.entry("$pop", of(PopModifier::compile)),
            Map.entry("$currentDate", of(CurrentDateModifier::compile)),
            Map.entry("$bit", of(BitModifier::compile)));

    void add(UpdateTree tree, String path, BsonValue argument);

    static @Nullable Modifiers named(String operator) {
        return TABLE.get(operator);
    }

    private static Modifiers of(ModifierFactory factory) {
        return (tree, path, argument) -> tree.add(path, factory.make(path, argument));
    }

    /** Makes the modifier of one operator, or refuses its argument. */
    @FunctionalInterface
    interface ModifierFactory {
        Modifier make(String path, BsonValue argument);
    }
}
