package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.KeyAllowance;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the keys of an item in the index of a text: the stem of each of its words, once. Immutable and safe for concurrent
 * use.
 */
record WordKeys(ItemPath text, NaturalLanguage language) implements FaceForms.KeySource {
    @Override
    public Extraction keysOf(View item, long modified) {
        View value = text.in(item);
        if (value == null || value.type() != ValueType.STRING) {
            return Extraction.NONE;
        }
        byte[] path = ValueKeys.path(text.words(language));
        KeyAllowance allowance = new KeyAllowance();
        List<byte[]> keys = new ArrayList<>();
        SearchSettings.analyzer(language).analyze(value.stringValue()).stems().stream()
                .distinct()
                .forEach(stem -> {
                    KeyBytes key = new KeyBytes().raw(path).tag(KeyBytes.STRING).text(stem);
                    allowance.add(key.size());
                    keys.add(key.toBytes());
                });
        keys.sort(Arrays::compareUnsigned);
        return new Extraction(keys, keys.size() > 1);
    }
}
