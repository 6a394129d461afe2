package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.language.geo.CellKeys;
import dev.mayfly.face.mongo.language.geo.MalformedPlaceException;
import dev.mayfly.face.mongo.language.geo.PlaceIndex;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The keys of documents in an index of places: cells where places stand, values elsewhere. Safe for concurrent use. */
public final class PlaceKeys implements CheckedKeys {
    private static final byte[] MISSING = new KeyWriter().appendNull(false).toBytes();

    private final List<KeyPart> parts;
    private final PlaceIndex places;
    private final Set<FieldPath> paths;
    private final Collation collation;
    private final boolean leavesOutMissing;
    private final boolean isSparse;

    private PlaceKeys(IndexDefinition index, PlaceIndex places, BsonDocument options) {
        this.parts = index.parts();
        this.places = places;
        this.paths = PlaceOptions.paths(options);
        this.collation = IndexListing.collation(index);
        this.leavesOutMissing = PlaceOptions.leavesOutMissing(options);
        this.isSparse = index.sparse();
    }

    /** Returns null for an index that keeps no places. */
    static @Nullable PlaceKeys of(IndexDefinition index, BsonDocument options) {
        PlaceIndex places = PlaceOptions.index(options);
        return places == null ? null : new PlaceKeys(index, places, options);
    }

    @Override
    public void check(View document) {
        for (FieldPath path : paths) {
            try {
                for (View value : valuesAt(document, path)) {
                    places.cellsOf(value);
                }
            } catch (MalformedPlaceException malformed) {
                String text = malformed.code() == MalformedPlaceException.NOT_INDEXABLE
                        ? "Can't extract geo keys: " + ShellText.of(document.toBsonValue()) + "  " + malformed.reason()
                        : malformed.reason();
                throw new CommandError(malformed.code(), text);
            }
        }
    }

    /** Empty values, and on the plane all that is not nested, are as if they were missing. */
    private List<View> valuesAt(View document, FieldPath path) {
        List<View> values = new ArrayList<>(1);
        for (View value : places.valuesAt(document, path)) {
            boolean isNested = value.type() == ValueType.OBJECT || value.type() == ValueType.ARRAY;
            boolean isEmpty = isNested
                    ? !value.fields().next()
                    : value.type() == ValueType.NULL || value.type() == ValueType.UNDEFINED;
            if (!isEmpty && (isNested || places instanceof PlaceIndex.OnSphere)) {
                values.add(value);
            }
        }
        return values;
    }

    @Override
    public Extraction keysOf(View document, long modified) {
        if (document.type() != ValueType.OBJECT) {
            return Extraction.NONE;
        }
        List<byte[]> keys = List.of(new byte[0]);
        boolean isMultikey = false;
        boolean hasPlace = false;
        boolean hasOther = false;
        for (KeyPart part : parts) {
            List<byte[]> column;
            if (paths.contains(part.path())) {
                List<byte[]> cells = cells(document, part.path());
                hasPlace |= !cells.isEmpty();
                column = cells.isEmpty() ? List.of(MISSING) : cells;
            } else {
                Extraction values = CheckedKeys.extractor(part, isSparse).extract(collation.fold(document));
                hasOther |= !values.keys().isEmpty();
                isMultikey |= values.multikey();
                column = values.keys().isEmpty()
                        ? List.of(new KeyWriter().appendNull(part.descending()).toBytes())
                        : values.keys();
            }
            isMultikey |= column.size() > 1;
            keys = CheckedKeys.joined(keys, column);
        }
        boolean isIn = hasPlace || !(leavesOutMissing || (isSparse && !hasOther));
        return isIn ? new Extraction(CheckedKeys.sorted(keys), isMultikey) : Extraction.NONE;
    }

    private List<byte[]> cells(View document, FieldPath path) {
        List<byte[]> cells = new ArrayList<>();
        for (View value : valuesAt(document, path)) {
            for (long cell : cells(value)) {
                cells.add(CellKeys.encode(cell));
            }
        }
        return cells;
    }

    /** Writes are checked before. What an index meets that is being built is refused by its builder. */
    private List<Long> cells(View value) {
        try {
            return places.cellsOf(value);
        } catch (MalformedPlaceException _) {
            return List.of();
        }
    }
}
