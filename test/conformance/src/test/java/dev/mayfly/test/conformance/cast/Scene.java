package dev.mayfly.test.conformance.cast;

import java.util.ArrayList;
import java.util.List;

/**
 * One command and what it printed.
 *
 * @param pane in which window, counted from the top
 * @param prompt what stands before the command
 * @param printed its lines, none wider than a window
 * @param isTheEnd whether what it printed is what the picture is about
 */
record Scene(int pane, String prompt, String command, List<String> printed, boolean isTheEnd) {
    Scene {
        printed = List.copyOf(printed);
    }

    /** Breaks lines as a terminal does. */
    static Scene of(int pane, String prompt, String command, String printed, int columns, boolean isTheEnd) {
        List<String> lines = new ArrayList<>();
        for (String line : printed.strip().split("\n", -1)) {
            for (int from = 0; from == 0 || from < line.length(); from += columns) {
                lines.add(line.substring(from, Math.min(line.length(), from + columns)));
            }
        }
        return new Scene(pane, prompt, command, lines, isTheEnd);
    }

    /** The number of lines of its window that it takes. */
    int height() {
        return 1 + printed.size();
    }
}
