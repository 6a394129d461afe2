package dev.mayfly.face.mongo.language.update;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The effect of an update at one place of a document and below. */
sealed interface UpdateNode permits FieldsNode, ElementsNode, Modifier {
    /**
     * The value that is to stand at the place, null for none. Returns the given value itself, not an equal one, when
     * nothing changes.
     */
    @Nullable
    BsonValue apply(@Nullable BsonValue current, Place place);

    /** Returns whether the node would create the place if it is missing. */
    boolean creates(Place place);

    /** Returns the combination of both nodes, or refuses if they conflict. */
    static UpdateNode merge(UpdateNode left, UpdateNode right, Place place) {
        if (left instanceof FieldsNode fields && right instanceof FieldsNode others) {
            return fields.mergedWith(others, place);
        }
        if (left instanceof ElementsNode elements && right instanceof ElementsNode others) {
            return elements.mergedWith(others, place);
        }
        throw UpdateRefusals.conflict("Update created a conflict at '" + place.path() + "'");
    }
}
