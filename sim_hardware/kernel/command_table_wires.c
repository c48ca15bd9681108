// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The pins and the SPI bus of a Raspberry Pi for a machine that has none: a gpiochip with edge interrupts, and a bus with
 * two chip-selects to which the kernel's own spidev binds. What is wired to them is told and asked through
 * /dev/command-table-wires by whoever opens it; wires.py beside this file speaks the same messages.
 *
 * Every message has a head of 16 bytes, little-endian, and `size` more bytes:
 *   out 'S'  line: chip-select, number: of the transfer; its speed in Hz (4 bytes) and the bytes on MOSI
 *   out 'P'  line: pin, number: bit 0 level, bit 1 output, bits 2 and 3 pull (1 up, 2 down), at_ns: when
 *   in  's'  number: of the transfer; the bytes on MISO
 *   in  'p'  line: pin, number: 0 or 1 drives it, 2 lets it go
 */
#include <linux/fs.h>
#include <linux/gpio/driver.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/proc_fs.h>
#include <linux/spi/spi.h>
#include <linux/version.h>

#define PINS 54
#define SELECTS 2
#define LONGEST 4096
#define PATIENCE (5 * HZ)

struct head {
	u8 kind;
	u8 line;
	__le16 size;
	__le32 number;
	__le64 at_ns;
} __packed;

static unsigned int revision = 0xc03111;
module_param(revision, uint, 0444);
MODULE_PARM_DESC(revision, "the board's revision code, which /proc/device-tree tells");

static struct platform_device *board;
static struct gpio_chip pins;
static struct spi_controller *bus;
static struct proc_dir_entry *tree;

static DEFINE_SPINLOCK(guard);
static DEFINE_KFIFO(outgoing, u8, 65536);
static DECLARE_WAIT_QUEUE_HEAD(somebody_reads);
static bool opened;
static u64 outputs, levels, driven, wired, ups, downs, unheard, unmasked, rising, falling;

static DECLARE_COMPLETION(answered);
static u32 transfer, awaited;
static u8 miso[LONGEST];

/* -- outgoing messages ------------------------------------------------------------------------------------------- */

/* Under `guard`. False if there is no room. */
static bool tell(u8 kind, u8 line, u32 number, const void *first, u16 first_size, const void *rest, u16 rest_size)
{
	struct head head = { kind, line, cpu_to_le16(first_size + rest_size), cpu_to_le32(number),
			     cpu_to_le64(ktime_get_ns()) };

	if (kfifo_avail(&outgoing) < sizeof(head) + first_size + rest_size)
		return false;
	kfifo_in(&outgoing, (u8 *)&head, sizeof(head));
	if (first_size)
		kfifo_in(&outgoing, (const u8 *)first, first_size);
	if (rest_size)
		kfifo_in(&outgoing, (const u8 *)rest, rest_size);
	return true;
}

static int level_of(unsigned int pin)
{
	u64 bit = BIT_ULL(pin);

	if (outputs & bit)
		return !!(levels & bit);
	return wired & bit ? !!(driven & bit) : !!(ups & bit);
}

/* Under `guard`. What finds no room is told with the next reading. */
static void tell_pin(unsigned int pin)
{
	u64 bit = BIT_ULL(pin);
	u32 pull = ups & bit ? 1 : downs & bit ? 2 : 0;

	if (!opened)
		return;
	if (tell('P', pin, level_of(pin) | (outputs & bit ? 2 : 0) | pull << 2, NULL, 0, NULL, 0))
		unheard &= ~bit;
	else
		unheard |= bit;
}

/* -- the gpiochip ------------------------------------------------------------------------------------------------ */

static void put(u64 *set, unsigned int pin, bool on)
{
	*set = on ? *set | BIT_ULL(pin) : *set & ~BIT_ULL(pin);
}

static void changed(unsigned int pin, int output, int level)
{
	unsigned long flags;
	bool news;

	spin_lock_irqsave(&guard, flags);
	news = (output >= 0 && output != !!(outputs & BIT_ULL(pin))) || (level >= 0 && level != !!(levels & BIT_ULL(pin)));
	if (output >= 0)
		put(&outputs, pin, output);
	if (level >= 0)
		put(&levels, pin, level);
	if (news)
		tell_pin(pin);
	spin_unlock_irqrestore(&guard, flags);
	wake_up_interruptible(&somebody_reads);
}

static int pin_direction(struct gpio_chip *chip, unsigned int pin)
{
	return outputs & BIT_ULL(pin) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int pin_input(struct gpio_chip *chip, unsigned int pin)
{
	changed(pin, 0, -1);
	return 0;
}

static int pin_output(struct gpio_chip *chip, unsigned int pin, int level)
{
	changed(pin, 1, !!level);
	return 0;
}

static int pin_get(struct gpio_chip *chip, unsigned int pin)
{
	return level_of(pin);
}

static void pin_set(struct gpio_chip *chip, unsigned int pin, int level)
{
	changed(pin, -1, !!level);
}

static int pin_config(struct gpio_chip *chip, unsigned int pin, unsigned long config)
{
	enum pin_config_param kind = pinconf_to_config_param(config);
	unsigned long flags;

	if (kind != PIN_CONFIG_BIAS_PULL_UP && kind != PIN_CONFIG_BIAS_PULL_DOWN && kind != PIN_CONFIG_BIAS_DISABLE)
		return -ENOTSUPP;
	spin_lock_irqsave(&guard, flags);
	put(&ups, pin, kind == PIN_CONFIG_BIAS_PULL_UP);
	put(&downs, pin, kind == PIN_CONFIG_BIAS_PULL_DOWN);
	tell_pin(pin);
	spin_unlock_irqrestore(&guard, flags);
	wake_up_interruptible(&somebody_reads);
	return 0;
}

static void edge_mask(struct irq_data *data)
{
	put(&unmasked, irqd_to_hwirq(data), false);
	gpiochip_disable_irq(&pins, irqd_to_hwirq(data));
}

static void edge_unmask(struct irq_data *data)
{
	gpiochip_enable_irq(&pins, irqd_to_hwirq(data));
	put(&unmasked, irqd_to_hwirq(data), true);
}

static int edge_type(struct irq_data *data, unsigned int type)
{
	if (type & ~IRQ_TYPE_EDGE_BOTH)
		return -EINVAL;
	put(&rising, irqd_to_hwirq(data), type & IRQ_TYPE_EDGE_RISING);
	put(&falling, irqd_to_hwirq(data), type & IRQ_TYPE_EDGE_FALLING);
	return 0;
}

static const struct irq_chip edges = {
	.name = "command-table-wires",
	.irq_mask = edge_mask,
	.irq_unmask = edge_unmask,
	.irq_set_type = edge_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

/* The wire outside moves the pin. */
static int drive(unsigned int pin, u32 how)
{
	unsigned long flags;
	int before, after;
	bool heard;

	if (pin >= PINS || how > 2)
		return -EINVAL;
	spin_lock_irqsave(&guard, flags);
	before = level_of(pin);
	put(&wired, pin, how != 2);
	put(&driven, pin, how == 1);
	after = level_of(pin);
	heard = before != after && (unmasked & BIT_ULL(pin)) && ((after ? rising : falling) & BIT_ULL(pin));
	spin_unlock_irqrestore(&guard, flags);
	if (heard)
		generic_handle_irq_safe(irq_find_mapping(pins.irq.domain, pin));
	return 0;
}

/* -- the SPI bus ------------------------------------------------------------------------------------------------- */

static void select_nothing(struct spi_device *device, bool level)
{
}

/* One transfer is one frame of its chip-select: no driver of ours asks for more. */
static int transfer_one(struct spi_controller *controller, struct spi_device *device, struct spi_transfer *each)
{
	static u8 silence[LONGEST];
	__le32 speed = cpu_to_le32(each->speed_hz);
	bool told = false, there;

	if (each->len > LONGEST)
		return -EMSGSIZE;
	spin_lock_irq(&guard);
	there = opened;
	if (there) {
		reinit_completion(&answered);
		awaited = ++transfer;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
		told = tell('S', spi_get_chipselect(device, 0), transfer, &speed, 4, each->tx_buf ?: silence, each->len);
#else
		told = tell('S', device->chip_select, transfer, &speed, 4, each->tx_buf ?: silence, each->len);
#endif
	}
	spin_unlock_irq(&guard);
	if (!there) { /* nothing drives MISO */
		if (each->rx_buf)
			memset(each->rx_buf, 0, each->len);
		return 0;
	}
	if (!told)
		return -ENOBUFS;
	wake_up_interruptible(&somebody_reads);
	if (!wait_for_completion_timeout(&answered, PATIENCE))
		return -ETIMEDOUT;
	if (each->rx_buf)
		memcpy(each->rx_buf, miso, each->len);
	return 0;
}

/* -- /dev/command-table-wires ------------------------------------------------------------------------------------ */

static DEFINE_MUTEX(reading);
static DEFINE_MUTEX(writing);
static u8 incoming[sizeof(struct head) + LONGEST];
static size_t gathered;

static int wires_open(struct inode *inode, struct file *file)
{
	unsigned int pin;
	int wrong = 0;

	spin_lock_irq(&guard);
	if (opened) {
		wrong = -EBUSY;
	} else {
		opened = true;
		gathered = 0;
		kfifo_reset(&outgoing);
		for (pin = 0; pin < PINS; pin++)
			tell_pin(pin);
	}
	spin_unlock_irq(&guard);
	return wrong ?: stream_open(inode, file);
}

static int wires_release(struct inode *inode, struct file *file)
{
	spin_lock_irq(&guard);
	opened = false;
	wired = 0;
	awaited = 0;
	memset(miso, 0, sizeof(miso));
	spin_unlock_irq(&guard);
	complete(&answered);
	return 0;
}

static ssize_t wires_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	static u8 chunk[LONGEST];
	unsigned int pin, taken;
	ssize_t done;

	if (file->f_flags & O_NONBLOCK && kfifo_is_empty(&outgoing))
		return -EAGAIN;
	if (wait_event_interruptible(somebody_reads, !kfifo_is_empty(&outgoing)))
		return -ERESTARTSYS;
	mutex_lock(&reading);
	spin_lock_irq(&guard);
	taken = kfifo_out(&outgoing, chunk, min_t(size_t, size, sizeof(chunk)));
	for (pin = 0; unheard && pin < PINS; pin++)
		if (unheard & BIT_ULL(pin))
			tell_pin(pin);
	spin_unlock_irq(&guard);
	done = copy_to_user(to, chunk, taken) ? -EFAULT : taken;
	mutex_unlock(&reading);
	return done;
}

static int take(const struct head *head, const u8 *rest)
{
	u16 size = le16_to_cpu(head->size);

	if (head->kind == 'p')
		return drive(head->line, le32_to_cpu(head->number));
	if (head->kind != 's')
		return -EINVAL;
	spin_lock_irq(&guard);
	if (awaited && le32_to_cpu(head->number) == awaited) {
		memset(miso, 0, sizeof(miso));
		memcpy(miso, rest, size);
		awaited = 0;
		complete(&answered);
	}
	spin_unlock_irq(&guard);
	return 0;
}

static ssize_t wires_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	const struct head *head = (const struct head *)incoming;
	size_t done = 0, wanted, part;
	int wrong = 0;

	mutex_lock(&writing);
	while (done < size && !wrong) {
		wanted = sizeof(*head);
		if (gathered >= sizeof(*head))
			wanted += le16_to_cpu(head->size);
		if (wanted > sizeof(incoming)) {
			wrong = -EMSGSIZE;
			break;
		}
		part = min(wanted - gathered, size - done);
		if (copy_from_user(incoming + gathered, from + done, part)) {
			wrong = -EFAULT;
			break;
		}
		gathered += part;
		done += part;
		if (gathered < sizeof(*head) || gathered < sizeof(*head) + le16_to_cpu(head->size))
			continue;
		gathered = 0;
		wrong = take(head, incoming + sizeof(*head));
	}
	if (wrong)
		gathered = 0;
	mutex_unlock(&writing);
	return wrong ?: done;
}

static __poll_t wires_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &somebody_reads, table);
	return EPOLLOUT | EPOLLWRNORM | (kfifo_is_empty(&outgoing) ? 0 : EPOLLIN | EPOLLRDNORM);
}

static const struct file_operations wires_operations = {
	.owner = THIS_MODULE,
	.open = wires_open,
	.release = wires_release,
	.read = wires_read,
	.write = wires_write,
	.poll = wires_poll,
};

static struct miscdevice wires = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "command-table-wires",
	.fops = &wires_operations,
	.mode = 0600,
};

/* -- the board --------------------------------------------------------------------------------------------------- */

static ssize_t revision_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	__be32 code = cpu_to_be32(revision);

	return simple_read_from_buffer(to, size, at, &code, sizeof(code));
}

static const struct proc_ops revision_operations = { .proc_read = revision_read };

static int __init add_pins(void)
{
	pins.label = "pinctrl-bcm2711";
	pins.parent = &board->dev;
	pins.owner = THIS_MODULE;
	pins.base = -1;
	pins.ngpio = PINS;
	pins.get_direction = pin_direction;
	pins.direction_input = pin_input;
	pins.direction_output = pin_output;
	pins.get = pin_get;
	pins.set = pin_set;
	pins.set_config = pin_config;
	gpio_irq_chip_set_chip(&pins.irq, &edges);
	pins.irq.handler = handle_simple_irq;
	pins.irq.default_type = IRQ_TYPE_NONE;
	return gpiochip_add_data(&pins, NULL);
}

static int __init add_bus(void)
{
	struct spi_board_info chip = { .modalias = "bh2228fv", .max_speed_hz = 125000000 };
	unsigned int select;
	int wrong;

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 5, 0)
	bus = spi_alloc_host(&board->dev, 0);
#else
	bus = spi_alloc_master(&board->dev, 0);
#endif
	if (!bus)
		return -ENOMEM;
	bus->bus_num = 0;
	bus->num_chipselect = SELECTS;
	bus->mode_bits = SPI_CPOL | SPI_CPHA;
	bus->set_cs = select_nothing;
	bus->transfer_one = transfer_one;
	wrong = spi_register_controller(bus);
	if (wrong) {
		spi_controller_put(bus);
		return wrong;
	}
	for (select = 0; select < SELECTS; select++) {
		chip.chip_select = select;
		if (!spi_new_device(bus, &chip)) {
			spi_unregister_controller(bus);
			return -ENODEV;
		}
	}
	return 0;
}

static int __init wires_begin(void)
{
	int wrong;

	board = platform_device_register_simple("command-table-wires", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	wrong = add_pins();
	if (wrong)
		goto no_pins;
	wrong = add_bus();
	if (wrong)
		goto no_bus;
	wrong = misc_register(&wires);
	if (wrong)
		goto no_wires;
	/* Where the kernel knows a device tree of its own, it is a board of its own. */
	tree = proc_mkdir("device-tree", NULL);
	if (tree) {
		struct proc_dir_entry *system = proc_mkdir("system", tree);

		if (system)
			proc_create("linux,revision", 0444, system, &revision_operations);
	}
	return 0;
no_wires:
	spi_unregister_controller(bus);
no_bus:
	gpiochip_remove(&pins);
no_pins:
	platform_device_unregister(board);
	return wrong;
}

static void __exit wires_end(void)
{
	proc_remove(tree);
	misc_deregister(&wires);
	spi_unregister_controller(bus);
	gpiochip_remove(&pins);
	platform_device_unregister(board);
}

module_init(wires_begin);
module_exit(wires_end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The pins and the SPI bus of a Raspberry Pi, answered from user space");
