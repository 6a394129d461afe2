package dev.mayfly.face.mongo.language.projection;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A part of an array that find keeps: {@code $slice}, or the element that the query matched.
 *
 * @param skip how many elements come before the part, from the end if negative
 * @param length how many it holds
 */
record ArrayCut(String path, boolean isPositional, long skip, long length) {
    static ArrayCut positional(String path) {
        return new ArrayCut(path, true, 0, 1);
    }

    /** Returns whether this is find's operator, and not the expression of the same name. */
    static boolean isSlice(BsonValue argument) {
        return !argument.isArray()
                || argument.asArray().isEmpty()
                || Trees.isNumber(argument.asArray().getFirst());
    }

    static ArrayCut slice(String path, BsonValue argument) {
        if (Trees.isNumber(argument)) {
            long count = Numbers.longOf(argument);
            return count < 0
                    ? new ArrayCut(
                            path, false, Math.max(count, -Integer.MAX_VALUE), -Math.max(count, -Integer.MAX_VALUE))
                    : new ArrayCut(path, false, 0, count);
        }
        if (!argument.isArray()) {
            throw location(31273, "$slice only supports numbers and [skip, limit] arrays");
        }
        List<BsonValue> pair = argument.asArray();
        if (pair.size() != 2 || !Trees.isNumber(pair.get(1))) {
            throw location(31272, "$slice array argument should be of form [skip, limit]");
        }
        long length = Numbers.longOf(pair.get(1));
        if (length <= 0) {
            throw location(28729, "$slice limit must be positive, got: " + length);
        }
        return new ArrayCut(path, false, Math.max(Numbers.longOf(pair.get(0)), -Integer.MAX_VALUE), length);
    }

    /** The document with the array at the path cut; documents in an array on the way are cut one by one, its arrays not. */
    BsonDocument apply(BsonDocument document, int position) {
        return in(document, path.split("\\.", -1), 0, position).asDocument();
    }

    private BsonValue in(BsonValue value, String[] names, int at, int position) {
        if (at == names.length) {
            return value.isArray() ? cut(value.asArray(), position) : value;
        }
        if (value.isArray() && isPositional) {
            return cut(value.asArray(), position);
        }
        if (value.isArray()) {
            BsonArray elements = new BsonArray();
            value.asArray()
                    .forEach(element -> elements.add(element.isArray() ? element : in(element, names, at, position)));
            return elements;
        }
        @Nullable BsonValue child = value.isDocument() ? value.asDocument().get(names[at]) : null;
        if (child == null) {
            return value;
        }
        BsonDocument changed = new BsonDocument();
        changed.putAll(value.asDocument());
        changed.put(names[at], in(child, names, at + 1, position));
        return changed;
    }

    private BsonArray cut(BsonArray array, int position) {
        if (isPositional) {
            if (position >= array.size()) {
                throw location(51247, "positional operator '.$' element mismatch");
            }
            if (position < 0) {
                throw location(51246, "positional operator '.$' couldn't find a matching element in the array");
            }
            return new BsonArray(List.of(array.get(position)));
        }
        int from = (int) (skip >= 0 ? Math.min(skip, array.size()) : Math.max(0, array.size() + skip));
        int until = (int) Math.min(array.size(), from + Math.min(length, array.size()));
        return new BsonArray(array.subList(from, until));
    }
}
