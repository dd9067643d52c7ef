/* Counts the instructions that a program executes between two markers, for each region that the markers name.
 * Markers are not counted. Regions do not nest, and the program has one thread. */
#include "markers.h"

static struct region {
    int id;
    unsigned long long calls, min, max, total;
} regions[REGIONS];

static struct region *current;
static unsigned long long executed;

static void give_up(const char *what, const struct region *region)
{
    fprintf(stderr, "plugin: %s of region %d\n", what, region->id);
    _Exit(2);
}

static void on_instruction(unsigned int vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    executed++;
}

static void on_begin(unsigned int vcpu, void *data)
{
    (void)vcpu;
    if (current)
        give_up("another begin inside", current);
    current = data;
    executed = 0;
}

static void on_end(unsigned int vcpu, void *data)
{
    struct region *region = data;

    (void)vcpu;
    if (current != region)
        give_up("an end without the begin", region);
    current = NULL;
    if (region->calls == 0 || executed < region->min)
        region->min = executed;
    if (executed > region->max)
        region->max = executed;
    region->calls++;
    region->total += executed;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t count = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        int number = marker(insn);

        if (number < 0)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS, NULL);
        else
            qemu_plugin_register_vcpu_insn_exec_cb(insn, number & 1 ? on_end : on_begin, QEMU_PLUGIN_CB_NO_REGS,
                                                   &regions[number / 2]);
    }
}

static void on_exit_of_program(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    for (const struct region *r = regions; r < regions + REGIONS; r++)
        if (r->calls > 0)
            printf("region %d: calls %llu, min %llu, max %llu, mean %llu\n", r->id, r->calls, r->min, r->max,
                   (r->total + r->calls / 2) / r->calls);
    fflush(stdout);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    if (markers_init(info) != 0)
        return -1;
    for (int i = 0; i < REGIONS; i++)
        regions[i].id = i;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    return 0;
}
