package dev.mayfly.face.couchbase.language.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A copy of a value that holds no more than itself, whereas the value may hold the whole document that it was found in.
 *
 * @param bytes the size of its text, besides the object itself
 */
public record DetachedValue(N1qlValue value, long bytes) {
    public static DetachedValue of(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _, N1qlNull _, N1qlBoolean _ -> new DetachedValue(value, 0);
            case N1qlBinary binary -> new DetachedValue(binary, binary.memoryBytes());
            case N1qlArray array when array.holdsMissing() -> ofElements(array);
            case N1qlObject object when object.holdsMissing() -> ofFields(object);
            case N1qlNumber _, N1qlString _, N1qlArray _, N1qlObject _ -> ofText(value);
        };
    }

    private static DetachedValue ofText(N1qlValue value) {
        byte[] json = N1qlValues.jsonBytes(value);
        return new DetachedValue(N1qlValues.ofJsonBytes(json), json.length);
    }

    private static DetachedValue ofElements(N1qlArray array) {
        List<N1qlValue> elements = new ArrayList<>(array.size());
        long bytes = 0;
        for (N1qlValue element : array) {
            DetachedValue detached = of(element);
            elements.add(detached.value);
            bytes += detached.bytes;
        }
        N1qlArray copy = N1qlValues.array(elements);
        return new DetachedValue(copy, bytes + copy.memoryBytes());
    }

    private static DetachedValue ofFields(N1qlObject object) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        long bytes = 0;
        for (var field : object.toMap().entrySet()) {
            DetachedValue detached = of(field.getValue());
            fields.put(field.getKey(), detached.value);
            bytes += detached.bytes;
        }
        N1qlObject copy = N1qlValues.object(fields);
        return new DetachedValue(copy, bytes + copy.memoryBytes());
    }
}
