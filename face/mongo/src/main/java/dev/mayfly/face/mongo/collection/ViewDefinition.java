package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A collection that holds no documents: reading it runs a pipeline over another collection.
 *
 * @param viewOn the other, of the same database
 */
public record ViewDefinition(CollectionName name, String viewOn, List<BsonDocument> pipeline, Collation collation) {
    static final String VIEW_ON = "viewOn";
    private static final String PIPELINE = "pipeline";

    public ViewDefinition {
        pipeline = List.copyOf(pipeline);
    }

    public static boolean isView(CollectionRecord record) {
        var options = CollectionSettings.view(record);
        return options != null && options.field(VIEW_ON) != null;
    }

    static ViewDefinition of(CollectionRecord record) {
        BsonDocument options = CollectionSettings.options(record);
        return new ViewDefinition(
                record.name(),
                options.getString(VIEW_ON).getValue(),
                options.getArray(PIPELINE).stream().map(BsonValue::asDocument).toList(),
                CollectionSettings.collation(record));
    }

    /** As it is kept among the options of the collection. */
    public BsonDocument options() {
        BsonDocument options =
                new BsonDocument(VIEW_ON, new BsonString(viewOn)).append(PIPELINE, new BsonArray(pipeline));
        return collation.isSimple() ? options : options.append("collation", collation.spec());
    }

    /** As it stands in {@code system.views}. */
    BsonDocument listed() {
        BsonDocument listed = new BsonDocument("_id", new BsonString(name.database() + "." + name.collection()));
        listed.putAll(options());
        return listed;
    }

    /** Returns all collections that it reads: its own, and those that its stages name. */
    public List<String> reads() {
        List<String> read = new ArrayList<>(List.of(viewOn));
        read.addAll(readBy(pipeline));
        return read;
    }

    /** The collections that the stages of a pipeline name. */
    static List<String> readBy(List<BsonDocument> pipeline) {
        List<String> read = new ArrayList<>();
        pipeline.forEach(stage -> collect(stage, read));
        return read;
    }

    private static void collect(BsonDocument stage, List<String> read) {
        stage.forEach((name, argument) -> {
            switch (name) {
                case "$lookup", "$graphLookup" -> collect(argument, "from", read);
                case "$unionWith" -> {
                    if (argument.isString()) {
                        read.add(argument.asString().getValue());
                    }
                    collect(argument, "coll", read);
                }
                case "$facet" -> {
                    if (argument.isDocument()) {
                        argument.asDocument().values().forEach(inner -> collectStages(inner, read));
                    }
                }
                default -> {}
            }
        });
    }

    private static void collect(BsonValue argument, String field, List<String> read) {
        if (argument.isDocument()) {
            BsonValue named = argument.asDocument().get(field);
            if (named != null && named.isString()) {
                read.add(named.asString().getValue());
            }
            collectStages(argument.asDocument().get(PIPELINE), read);
        }
    }

    private static void collectStages(@Nullable BsonValue stages, List<String> read) {
        if (stages != null && stages.isArray()) {
            stages.asArray().stream().filter(BsonValue::isDocument).forEach(stage -> collect(stage.asDocument(), read));
        }
    }
}
