package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.aggregation.OutputStage;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.store.api.Durability;
import java.util.function.Supplier;

/** A last stage of a pipeline that writes the rows instead of giving them out. */
public interface PipelineOutput {
    OutputTarget target();

    /**
     * Writes all rows.
     *
     * @param rows opens them
     * @throws WriteFailedException when a row cannot be written
     */
    void write(Supplier<Rows> rows);

    /**
     * The surroundings that all outputs need.
     *
     * @param source the collection that the rows come from
     * @param bypassesValidation whether rows may violate the validation rule of the target
     */
    record Place(
            MongoCollections collections,
            String database,
            String source,
            Variables variables,
            Durability durability,
            boolean bypassesValidation,
            long nowMillis) {
        WriteTarget writing(Collection collection) {
            return new WriteTarget(collection, collections, bypassesValidation);
        }
    }

    /** Reads what the stage says. */
    static PipelineOutput of(OutputStage stage, Place place) {
        return stage.name().equals("$out")
                ? new OutStage(stage.argument(), place)
                : new MergeStage(stage.argument(), place);
    }
}
