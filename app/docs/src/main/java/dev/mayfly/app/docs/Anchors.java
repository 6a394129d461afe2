package dev.mayfly.app.docs;

import java.util.HashSet;
import java.util.Set;

/** Names the headings of one document as GitHub does, so that a link with a fragment works there and here. */
final class Anchors {
    private final Set<String> taken = new HashSet<>();

    String next(String heading) {
        String name = named(heading);
        String free = name;
        for (int i = 1; !taken.add(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    private static String named(String heading) {
        StringBuilder name = new StringBuilder();
        heading.strip().codePoints().forEach(each -> {
            if (each == ' ') {
                name.append('-');
            } else if (Character.isLetterOrDigit(each) || each == '-' || each == '_') {
                name.appendCodePoint(Character.toLowerCase(each));
            }
        });
        return name.toString();
    }
}
