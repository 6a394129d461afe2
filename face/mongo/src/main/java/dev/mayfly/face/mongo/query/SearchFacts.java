package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.text.TextSearch;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What a search tells of each document that it finds: how well it answers, or how far it is. Computed of the document. */
public final class SearchFacts {
    private final @Nullable TextSearch text;
    private final @Nullable NearQuery near;

    private SearchFacts(@Nullable TextSearch text, @Nullable NearQuery near) {
        this.text = text;
        this.near = near;
    }

    /** Returns the facts that the matches of a filter have; most filters tell none. */
    public static SearchFacts of(MongoFilter filter) {
        return new SearchFacts(
                SpecialFilters.text(filter).orElse(null),
                SpecialFilters.near(filter).orElse(null));
    }

    /** Returns the arguments of {@code $meta} that can be asked. */
    public List<String> arguments() {
        if (text != null) {
            return List.of(MetaVariables.TEXT_SCORE);
        }
        return near == null ? List.of() : List.of(MetaVariables.NEAR_DISTANCE, MetaVariables.NEAR_PLACE);
    }

    /** Returns one of these facts of a document. */
    public BsonValue of(String argument, View document) {
        if (text != null) {
            return new BsonDouble(text.score(document));
        }
        NearQuery.Nearest nearest = near == null ? null : near.nearest(document);
        if (nearest == null) {
            return BsonNull.VALUE;
        }
        return argument.equals(MetaVariables.NEAR_DISTANCE)
                ? new BsonDouble(nearest.distance())
                : nearest.place().toBsonValue();
    }

    /**
     * Returns rows that have the facts among their fields, as far as they are asked for.
     *
     * @param isAsked whether an argument is asked for
     */
    public Rows among(Rows rows, Predicate<String> isAsked) {
        List<String> asked = arguments().stream().filter(isAsked).toList();
        if (asked.isEmpty()) {
            return rows;
        }
        return Rows.mapped(rows, row -> {
            BsonDocument told = new BsonDocument();
            told.putAll(row);
            for (String argument : asked) {
                told.put(MetaVariables.field(argument), of(argument, TreeView.of(row)));
            }
            return told;
        });
    }
}
