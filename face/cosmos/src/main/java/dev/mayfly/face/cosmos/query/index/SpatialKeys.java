package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyAllowance;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.cosmos.language.function.SpatialCells;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the keys of an item in an index of places: the cells of S2 that cover the geometry there, each once; none for what is no
 * geometry, which no question about places accepts. Immutable and safe for concurrent use.
 */
record SpatialKeys(ItemPath place) implements FaceForms.KeySource {
    @Override
    public Extraction keysOf(View item, long modified) {
        View value = place.in(item);
        if (!(value instanceof JsonView json)) {
            return Extraction.NONE;
        }
        byte[] path = ValueKeys.path(place.cells());
        KeyAllowance allowance = new KeyAllowance();
        List<byte[]> keys = new ArrayList<>();
        for (long cell : SpatialCells.ofStored(SqlValues.stored(json))) {
            KeyBytes key = new KeyBytes().raw(path).cell(cell);
            allowance.add(key.size());
            keys.add(key.toBytes());
        }
        keys.sort(Arrays::compareUnsigned);
        return new Extraction(keys, keys.size() > 1);
    }
}
