package dev.mayfly.test.conformance.cast;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws scenes as a picture that moves by itself: SVG and CSS, no script, no font but those that are there. */
final class CastSvg {
    /*
     * Without animation the elements are the last frame: that is what people see who want nothing to move, and
     * what is printed. The keyframes of one loop hide what has not happened yet. A command is typed by a sheet in the
     * colour of the window that covers it and becomes narrower letter by letter.
     */
    static final int COLUMNS = 100;

    private static final double SECONDS = 12;
    private static final double LETTER = 7.8;
    private static final int LINE = 19;
    private static final int MARGIN = 16;
    private static final int BAR = 28;
    private static final int GAP = 12;

    private static final double BEGIN = 0.4;
    private static final double TYPING_A_LETTER = 0.014;
    private static final double THINKING = 0.2;
    private static final double READING = 0.5;
    private static final double END = 11.85;

    private static final String STYLE = """
              text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1f2733; }
              .window, .sheet { fill: #f7f8fa; }
              .window { stroke: #c9d0da; }
              .bar { fill: #e6e9ef; }
              .title { fill: #5a6573; font-size: 12px; }
              .prompt { fill: #1a6a3c; }
              .end { fill: #a8410a; font-weight: 600; }
              .sheet { transform-box: fill-box; transform-origin: right; transform: scaleX(0); }
              @media (prefers-color-scheme: dark) {
                text { fill: #dbe2ec; }
                .window, .sheet { fill: #10151c; }
                .window { stroke: #303a47; }
                .bar { fill: #1b222c; }
                .title { fill: #93a0b0; }
                .prompt { fill: #6fd394; }
                .end { fill: #ffae6b; }
              }
              @media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
            """;

    private final List<String> titles;
    private final StringBuilder style = new StringBuilder(STYLE);
    private final StringBuilder drawing = new StringBuilder();
    private final int[] tops;
    private final int[] filled;
    private double now = BEGIN;
    private int names;

    private CastSvg(List<String> titles, List<Scene> scenes) {
        this.titles = titles;
        this.tops = new int[titles.size() + 1];
        this.filled = new int[titles.size()];
        for (int pane = 0; pane < titles.size(); pane++) {
            int at = pane;
            int lines = scenes.stream()
                    .filter(scene -> scene.pane() == at)
                    .mapToInt(Scene::height)
                    .sum();
            tops[pane + 1] = tops[pane] + BAR + MARGIN + lines * LINE + MARGIN / 2 + GAP;
        }
    }

    /**
     * The text of a picture.
     *
     * @param titles of its windows, from the top
     * @param about what it shows, for those who do not see it
     */
    static String of(List<String> titles, String about, List<Scene> scenes) {
        CastSvg cast = new CastSvg(titles, scenes);
        cast.windows();
        scenes.forEach(cast::scene);
        if (cast.now > END) {
            throw new IllegalStateException("it takes longer than a loop: " + cast.now + " s");
        }
        return cast.whole(about);
    }

    private String whole(String about) {
        int width = width() + 2;
        int height = tops[titles.size()] - GAP + 2;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 " + width + " " + height + "\" width=\""
                + width
                + "\" height=\"" + height + "\" role=\"img\" aria-labelledby=\"about\">\n<title id=\"about\">"
                + escaped(about) + "</title>\n<style>\n" + style + "</style>\n" + drawing + "</svg>\n";
    }

    private static int width() {
        return (int) Math.ceil(COLUMNS * LETTER) + 2 * MARGIN;
    }

    private void windows() {
        for (int pane = 0; pane < titles.size(); pane++) {
            int top = tops[pane];
            int height = tops[pane + 1] - GAP - top;
            line("<rect class=\"window\" y=\"" + top + "\" width=\"" + width() + "\" height=\"" + height
                    + "\" rx=\"8\"/>");
            line("<path class=\"bar\" d=\"M1 " + (top + BAR) + "v-" + (BAR - 9) + "a8 8 0 0 1 8-8h" + (width() - 18)
                    + "a8 8 0 0 1 8 8v" + (BAR - 9) + "z\"/>");
            line("<text class=\"title\" x=\"" + MARGIN + "\" y=\"" + (top + 19) + "\">" + escaped(titles.get(pane))
                    + "</text>");
        }
    }

    private void scene(Scene scene) {
        double typed = now + THINKING + scene.command().length() * TYPING_A_LETTER;
        int y = nextLine(scene.pane());
        String prompt = shownFrom(now);
        text(prompt + " prompt", 0, y, scene.prompt());
        int column = scene.prompt().length() + 1;
        text(shownFrom(now), column, y, scene.command());
        sheet(column, y, scene.command().length(), now + THINKING, typed);
        now = typed + THINKING;
        String shown = shownFrom(now);
        for (String printed : scene.printed()) {
            text(scene.isTheEnd() ? shown + " end" : shown, 0, nextLine(scene.pane()), printed);
        }
        now += READING;
    }

    private int nextLine(int pane) {
        return tops[pane] + BAR + MARGIN + 8 + LINE * filled[pane]++;
    }

    private void text(String classes, int column, int y, String text) {
        line(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%d\" textLength=\"%.1f\">%s</text>",
                classes,
                MARGIN + column * LETTER,
                y,
                text.length() * LETTER,
                escaped(text)));
    }

    private void sheet(int column, int y, int letters, double from, double until) {
        String name = name();
        style.append(String.format(
                Locale.ROOT,
                "  .%s { animation: %s %.0fs infinite; }\n  @keyframes %s { 0%%, %s { transform: scaleX(1);"
                        + " animation-timing-function: steps(%d); } %s, 100%% { transform: scaleX(0); } }\n",
                name,
                name,
                SECONDS,
                name,
                percent(from),
                letters,
                percent(until)));
        line(String.format(
                Locale.ROOT,
                "<rect class=\"sheet %s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                name,
                MARGIN + column * LETTER,
                y - 14,
                letters * LETTER + 1,
                LINE));
    }

    /** The class of what is seen from an instant on. */
    private String shownFrom(double seconds) {
        String name = name();
        style.append(String.format(
                Locale.ROOT,
                "  .%s { animation: %s %.0fs step-end infinite; }\n  @keyframes %s { 0%% { opacity: 0; } %s { opacity: 1; }"
                        + " %s, 100%% { opacity: 0; } }\n",
                name,
                name,
                SECONDS,
                name,
                percent(seconds),
                percent(END)));
        return name;
    }

    private String name() {
        return "s" + names++;
    }

    private static String percent(double seconds) {
        return String.format(Locale.ROOT, "%.2f%%", seconds / SECONDS * 100);
    }

    private void line(String text) {
        drawing.append(text).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The texts of a picture in the order in which they appear, without what differs from run to run. */
    static List<String> texts(String svg) {
        List<String> texts = new ArrayList<>();
        for (String line : svg.split("\n", -1)) {
            if (line.startsWith("<text ") || line.startsWith("<title ")) {
                texts.add(line.substring(line.indexOf('>') + 1, line.lastIndexOf("</")));
            }
        }
        return texts;
    }
}
