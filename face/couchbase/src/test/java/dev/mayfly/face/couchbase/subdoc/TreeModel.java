package dev.mayfly.face.couchbase.subdoc;

import static java.util.Objects.requireNonNull;

import dev.mayfly.face.couchbase.wire.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meaning of the operations, on trees of maps, lists, strings and numbers: slow, short and evident. */
final class TreeModel {
    /** Changed in place. */
    private final Object root;

    private @Nullable Object answer;

    TreeModel(Object root) {
        this.root = root;
    }

    @Nullable
    Object answer() {
        return answer;
    }

    Status run(SubOpcode opcode, List<Object> path, Object value, boolean makesParents) {
        boolean last = path.isEmpty() || path.getLast() instanceof String;
        switch (opcode) {
            case DICT_ADD, DICT_UPSERT, REPLACE, DELETE -> {
                if (path.isEmpty()) {
                    return Status.SUBDOC_VALUE_CANTINSERT;
                }
            }
            case ARRAY_INSERT -> {
                if (last || path.getLast().equals(-1)) {
                    return Status.SUBDOC_PATH_EINVAL;
                }
            }
            default -> {}
        }
        Object here = root;
        Object parent = root;
        Object step = "";
        for (int i = 0; i < path.size(); i++) {
            step = path.get(i);
            if (step instanceof String ? !(here instanceof Map) : !(here instanceof List)) {
                return Status.SUBDOC_PATH_MISMATCH;
            }
            if (here instanceof List<?> list && step.equals(-1)) {
                step = list.size() - 1;
            }
            if (!has(here, step)) {
                return missing(opcode, here, path, i, value, makesParents);
            }
            parent = here;
            here = get(here, step);
        }
        return found(opcode, parent, step, here, value);
    }

    private Status found(SubOpcode opcode, Object parent, Object step, Object here, Object value) {
        switch (opcode) {
            case GET -> answer = here;
            case EXISTS -> {}
            case GET_COUNT -> {
                if (!(here instanceof Map || here instanceof List)) {
                    return Status.SUBDOC_PATH_MISMATCH;
                }
                answer = here instanceof Map<?, ?> map ? map.size() : ((List<?>) here).size();
            }
            case DICT_ADD -> {
                return step instanceof String ? Status.SUBDOC_PATH_EEXISTS : Status.SUBDOC_PATH_EINVAL;
            }
            case DICT_UPSERT -> {
                if (!(step instanceof String)) {
                    return Status.SUBDOC_PATH_EINVAL;
                }
                set(parent, step, value);
            }
            case REPLACE -> set(parent, step, value);
            case DELETE -> remove(parent, step);
            case ARRAY_INSERT -> list(parent).add((Integer) step, value);
            case ARRAY_PUSH_FIRST, ARRAY_PUSH_LAST, ARRAY_ADD_UNIQUE -> {
                return pushed(opcode, here, value);
            }
            case COUNTER -> {
                if (!(here instanceof Integer number)) {
                    return Status.SUBDOC_PATH_MISMATCH;
                }
                answer = number + (Integer) value;
                set(parent, step, answer);
            }
            case GET_DOC, SET_DOC, DELETE_DOC, REPLACE_BODY_WITH_XATTR -> throw new IllegalArgumentException();
        }
        return Status.SUCCESS;
    }

    private static Status pushed(SubOpcode opcode, Object here, Object value) {
        if (!(here instanceof List)) {
            return Status.SUBDOC_PATH_MISMATCH;
        }
        List<Object> list = list(here);
        if (opcode == SubOpcode.ARRAY_ADD_UNIQUE) {
            for (Object element : list) {
                if (element instanceof Map || element instanceof List) {
                    return Status.SUBDOC_PATH_MISMATCH;
                }
                if (element.equals(value)) {
                    return Status.SUBDOC_PATH_EEXISTS;
                }
            }
        }
        list.add(opcode == SubOpcode.ARRAY_PUSH_FIRST ? 0 : list.size(), value);
        return Status.SUCCESS;
    }

    private Status missing(
            SubOpcode opcode, Object here, List<Object> path, int at, Object value, boolean makesParents) {
        boolean parent = at == path.size() - 1;
        Object step = path.get(at);
        return switch (opcode) {
            case GET, EXISTS, GET_COUNT, REPLACE, DELETE -> Status.SUBDOC_PATH_ENOENT;
            case DICT_ADD, DICT_UPSERT -> {
                if (!(path.getLast() instanceof String)) {
                    yield Status.SUBDOC_PATH_EINVAL;
                }
                yield parent || makesParents ? make(here, path, at, value) : Status.SUBDOC_PATH_ENOENT;
            }
            case ARRAY_PUSH_FIRST, ARRAY_PUSH_LAST, ARRAY_ADD_UNIQUE ->
                makesParents ? make(here, path, at, new ArrayList<>(List.of(value))) : Status.SUBDOC_PATH_ENOENT;
            case ARRAY_INSERT -> {
                if (!parent || (Integer) step != list(here).size()) {
                    yield Status.SUBDOC_PATH_ENOENT;
                }
                list(here).add(value);
                yield Status.SUCCESS;
            }
            case COUNTER -> {
                if (!(parent || makesParents) || !(here instanceof Map)) {
                    yield Status.SUBDOC_PATH_ENOENT;
                }
                if (!(path.getLast() instanceof String)) {
                    yield Status.SUBDOC_PATH_EINVAL;
                }
                Status made = make(here, path, at, value);
                answer = value;
                yield made;
            }
            case GET_DOC, SET_DOC, DELETE_DOC, REPLACE_BODY_WITH_XATTR -> throw new IllegalArgumentException();
        };
    }

    private static Status make(Object here, List<Object> path, int at, Object value) {
        if (!path.subList(at, path.size()).stream().allMatch(String.class::isInstance)) {
            return Status.SUBDOC_PATH_ENOENT;
        }
        Object made = value;
        for (int i = path.size() - 1; i > at; i--) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put((String) path.get(i), made);
            made = object;
        }
        map(here).put((String) path.get(at), made);
        return Status.SUCCESS;
    }

    private static boolean has(Object container, Object step) {
        return container instanceof Map<?, ?> map
                ? map.containsKey(step)
                : (Integer) step >= 0 && (Integer) step < ((List<?>) container).size();
    }

    private static Object get(Object container, Object step) {
        return requireNonNull(
                container instanceof Map<?, ?> map
                        ? map.get(step)
                        : list(container).get((Integer) step));
    }

    private static void set(Object container, Object step, Object value) {
        if (container instanceof Map) {
            map(container).put((String) step, value);
        } else {
            list(container).set((Integer) step, value);
        }
    }

    private static void remove(Object container, Object step) {
        if (container instanceof Map) {
            map(container).remove(step);
        } else {
            list(container).remove((int) (Integer) step);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object container) {
        return (Map<String, Object>) container;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object container) {
        return (List<Object>) container;
    }
}
